import type { Schema } from '../api/answer';

/**
 * The states in which the devices of a rollout are shown, in the order of the bar. A sick device is in none of the others:
 * its upgrade is a Success or in progress, and the last look at its health found a sign.
 */
export const STATES = [
  { name: 'success', label: 'Success', colour: '#1d8102' },
  { name: 'sick', label: 'Sick', colour: '#a1208d' },
  { name: 'in_flight', label: 'In progress', colour: '#0972d3' },
  { name: 'failed', label: 'Failed', colour: '#d91515' },
  { name: 'expired', label: 'Expired', colour: '#b2600f' },
  { name: 'cancelled', label: 'Cancelled', colour: '#7d8998' },
  { name: 'skipped', label: 'Skipped', colour: '#5f6b7a' },
  { name: 'waiting', label: 'Waiting', colour: '#9ba7b6' },
] as const;

type Counts = Omit<Schema<'RolloutPoint'>, 'at' | 'left'>;

/** How many of the devices are sick, by the state of their upgrade: a look may be older than the counts. */
function sickOf({ sick, success, in_flight: inFlight }: Counts) {
  return {
    success: Math.min(sick.success, success),
    in_flight: Math.min(sick.in_flight, inFlight),
  };
}

/** How many devices are in each of the {@link STATES}. */
export function stateOfDevices(counts: Counts): number[] {
  const ill = sickOf(counts);
  const shown = {
    ...counts,
    success: counts.success - ill.success,
    in_flight: counts.in_flight - ill.in_flight,
    sick: ill.success + ill.in_flight,
  };
  return STATES.map(({ name }) => shown[name]);
}

/** A part of the bar of a rollout: its class, and what it counts. */
export interface BarPart {
  readonly name: string;
  readonly label: string;
  readonly count: number;
}

/** The parts of the bar: sick devices beside those in the same state that are healthy, so that both add up to the state. */
export function barParts(counts: Counts): BarPart[] {
  const ill = sickOf(counts);
  return STATES.flatMap(({ name, label }): BarPart[] => {
    if (name === 'sick') return [];
    if (name !== 'success' && name !== 'in_flight') return [{ name, label, count: counts[name] }];
    const sick = ill[name];
    if (sick === 0) return [{ name, label, count: counts[name] }];
    return [
      { name, label: `${label} and healthy`, count: counts[name] - sick },
      { name: 'sick', label: `${label} but sick`, count: sick },
    ];
  }).filter(({ count }) => count > 0);
}

/** The number of Successes, with how many of these devices are sick: "3 (1 sick)". */
export function successText(success: number, sick: number): string {
  return `${success.toLocaleString()}${sick > 0 ? ` (${sick.toLocaleString()} sick)` : ''}`;
}

interface StageCounts {
  readonly n: number;
  readonly progress: Pick<Counts, 'success' | 'in_flight'> | null;
}

/**
 * How many Successes of each stage are sick. Looks do not tell stages apart: with Successes in several stages, it is known
 * only that there are none, and undefined otherwise.
 */
export function sickSuccessesOf(
  stages: readonly StageCounts[],
  sick: number,
): (n: number) => number | undefined {
  const upgraded = stages.filter(({ progress }) => (progress?.success ?? 0) > 0);
  const [only] = upgraded;
  return (n) => {
    if (sick === 0 || !upgraded.some((stage) => stage.n === n)) return 0;
    return upgraded.length === 1 && only ? Math.min(sick, only.progress?.success ?? 0) : undefined;
  };
}
