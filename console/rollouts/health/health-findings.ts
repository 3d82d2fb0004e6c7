import type { StateReason } from '../rollout';
import { SIGNS } from './signs';

const QUANTITIES: Readonly<Record<string, string>> = {
  clients: 'have fewer clients',
  throughput: 'carry less traffic',
  refused: 'refuse more clients',
  memory: 'lose more memory a day',
};

/** What the health gate found, in words: the sign, and how upgraded devices differ from others. */
export function healthFindings({ sign, counts = {}, effect, p }: StateReason): string {
  const { treated, control } = counts;
  const chance = `p = ${p}.`;
  if (sign === 'restarts')
    return `${treated} upgraded devices have restarted ${counts['restarts']} times, ${control} others ${counts['control_restarts']} times; ${chance}`;
  const quantity = sign === undefined ? undefined : QUANTITIES[sign];
  if (quantity !== undefined)
    return `${treated} upgraded devices ${quantity} than the others in their networks, by ${Math.round(100 * (effect ?? 0))} %; ${chance}`;
  const does = (sign === undefined ? undefined : SIGNS[sign]?.several) ?? 'are sick';
  return `${counts['sick']} of ${treated} upgraded devices ${does}, ${counts['control_sick']} of ${control} others; ${chance}`;
}
