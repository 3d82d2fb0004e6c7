import type { RolloutRecord } from '../models/rollout.js';
import type { StageRecord } from '../models/rollout-stage.js';
import { isHeld } from './gates/canaries.js';
import { isEnding } from './gates/health-gate.js';
import { stageProgress } from './progress.js';
import type { Facts } from './tick-facts.js';

const MINUTE_MS = 60_000;

/** The index of the first stage that is not Done; the number of stages after the last. */
export function currentStage({ stages }: { readonly stages: readonly StageRecord[] }): number {
  const index = stages.findIndex(({ state }) => state !== 'Done');
  return index === -1 ? stages.length : index;
}

/** Moves the current stage on, at most one state a tick. */
export function moveStage(rollout: RolloutRecord, facts: Facts): StageRecord[] {
  const index = currentStage(rollout);
  const [stage, settings] = [rollout.stages[index], rollout.settings.stages[index]];
  if (stage === undefined || settings === undefined) return rollout.stages;
  const { now, plan, slice, deafness } = facts;
  const to = (changes: Partial<StageRecord>): StageRecord[] =>
    rollout.stages.map((each, at) => (at === index ? { ...each, ...changes } : each));
  switch (stage.state) {
    case 'Waiting':
      if (plan === null) return rollout.stages;
      return to({
        lastKey: plan.lastKey,
        canaries: plan.canaries,
        drawnAt: plan.drawnAt,
        state: 'Binding',
        startedAt: now,
      });
    case 'Binding': {
      if (slice === null) return rollout.stages;
      const sums = {
        boundTo: slice.next,
        onVersion: stage.onVersion + slice.onVersion,
        noFirmware: stage.noFirmware + slice.noFirmware,
        releaseGone: stage.releaseGone + slice.releaseGone,
      };
      return to(slice.bound === null ? sums : { ...sums, state: 'Running', bound: slice.bound });
    }
    case 'Running': {
      if (!isQuiet(rollout, index, facts) || deafness.mustWait(now)) return rollout.stages;
      if (isHeld(rollout, index)) return rollout.stages;
      return to({ state: 'Soaking', soakUntil: new Date(now.getTime() + settings.soak_minutes * MINUTE_MS) });
    }
    case 'Soaking': {
      if (!isEnding(stage, settings, now, deafness)) return rollout.stages;
      return to(settings.approval ? { state: 'AwaitingApproval' } : { state: 'Done', doneAt: now });
    }
    default:
      return rollout.stages;
  }
}

/**
 * Whether a stage can soak: none of its upgrades holds a slot, none waits whose device is up unless it is held
 * out, and one has finished or none is open.
 */
function isQuiet(rollout: RolloutRecord, index: number, { open, scan }: Facts): boolean {
  const n = index + 1;
  const own = open.filter(({ stage }) => stage === n);
  if (own.some(({ slot, status }) => slot || status !== 'Queued')) return false;
  const waiting = stageProgress(rollout, open, new Map())[index]?.waiting ?? 0;
  if (waiting <= (rollout.stages[index]?.heldOut ?? 0)) return true;
  const isReached = scan?.pass !== null && scan?.pass !== undefined && !scan.pass.upStages.includes(n);
  return (
    isReached && rollout.finished.some(({ stage, success, failed }) => stage === n && success + failed > 0)
  );
}
