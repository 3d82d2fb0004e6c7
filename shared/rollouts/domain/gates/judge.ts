import { isoSeconds } from '../../../platform/values/iso-time.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { StageRecord } from '../../models/rollout-stage.js';
import type { LogEvent } from '../log-event.js';
import { currentStage } from '../move-stage.js';
import type { Facts } from '../tick-facts.js';
import { heedCanaries, judgeCanaries, replacedEvent } from './canaries.js';
import { judgeDelivery } from './delivery-gate.js';
import { judgeFailures } from './failure-gate.js';
import { healthReason, isEnding, withSick } from './health-gate.js';

/** The reason for a pause when the devices are not those of the preview that the starter saw. */
export function judgeDrift({ drift: found, now }: Facts): RolloutRecord['stateReason'] {
  if (!found?.differs) return null;
  const { joined, left } = found.drift;
  const counts = { joined, left };
  const at = isoSeconds(now);
  return { gate: 'drift', stage: 1, part: null, counts, p: null, limit: null, examples: found.examples, at };
}

/** The stages after a second opinion was asked for about bad canaries, and what enters the log; null: nothing is new. */
export function heed(
  rollout: RolloutRecord,
  { look }: Facts,
): { readonly stages: StageRecord[]; readonly events: readonly LogEvent[] } | null {
  const index = currentStage(rollout);
  const heeded = heedCanaries(rollout, index, look);
  if (heeded === null) return null;
  const stages = rollout.stages.map((stage, at) => (at === index ? heeded.stage : stage));
  return { stages, events: heeded.events };
}

/** The entries of the canaries that a draw has replaced. */
export function drawEvents(rollout: RolloutRecord, { draw }: Facts): LogEvent[] {
  const n = currentStage(rollout) + 1;
  return (draw?.replaced ?? []).map(({ part, upgrades }) => replacedEvent(n, part, upgrades));
}

/** The reason for which a gate pauses the running rollout; null when all pass. */
export function judge(rollout: RolloutRecord, facts: Facts): RolloutRecord['stateReason'] {
  if (rollout.state !== 'Running') return null;
  const { now, look, deafness, open, missed } = facts;
  const index = currentStage(rollout);
  const stage = rollout.stages[index];
  const settings = rollout.settings.stages[index];
  const ends = stage !== undefined && settings !== undefined && isEnding(stage, settings, now, deafness);
  const current = Math.min(index + 1, rollout.stages.length);
  // A canary stage is judged part by part, by its canaries.
  const isStageEnd = ends && !('canary_per_part' in settings);
  const judged = isStageEnd && look !== null ? { ...rollout, ...withSick(rollout, look) } : rollout;
  return (
    judgeCanaries(rollout, index, open, look, now) ??
    judgeFailures(judged, open, { now, current, isStageEnd }) ??
    judgeDelivery(rollout, open, missed, now) ??
    (look !== null && rollout.settings.gates.health ? healthReason(look) : null)
  );
}
