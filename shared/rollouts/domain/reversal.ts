import { isoSeconds } from '../../platform/values/iso-time.js';
import type { RolloutRecord, StateReason } from '../models/rollout.js';
import { exceedsPercent } from './gates/gates.js';
import type { Facts } from './tick-facts.js';

/** More devices that cannot be rolled back, in per cent of those bound so far, pause a rollout that may roll back. */
const MAX_IRREVERSIBLE_PERCENT = 5;

/**
 * The reason for a pause when a stage has been bound and too many devices so far could not be rolled back: their earlier
 * version is not known, or its release has no file for them. Null when a resume has accepted that.
 * @param rollout with the stage as it is after the binding
 */
export function judgeReversal(
  { state, settings, stages, acceptsIrreversible }: RolloutRecord,
  { slice, now }: Pick<Facts, 'slice' | 'now'>,
): StateReason | null {
  const irreversible = slice?.irreversible ?? null;
  if (state !== 'Running' || irreversible === null || acceptsIrreversible === true) return null;
  if (settings.gates.action !== 'rollback') return null;
  const bound = stages.reduce((sum, stage) => sum + stage.bound, 0);
  if (!exceedsPercent(irreversible, bound, MAX_IRREVERSIBLE_PERCENT)) return null;
  return { reason: 'not_reversible', counts: { bound, not_reversible: irreversible }, at: isoSeconds(now) };
}

/** Whether a rollout is paused because too many devices could not be rolled back. */
export function isHeldForReversal({ stateReason }: Pick<RolloutRecord, 'stateReason'>): boolean {
  return stateReason?.['reason'] === 'not_reversible' && 'counts' in stateReason;
}
