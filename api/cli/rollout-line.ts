import { currentStage } from '../../shared/rollouts/domain/move-stage.js';
import type { RolloutRecord } from '../../shared/rollouts/models/rollout.js';
import type { ProgressCounts } from '../../shared/rollouts/domain/progress-counts.js';

/** The state of a rollout in a line of text: `Running, stage 2 of 4 Soaking`. */
export function stateOf({ state, stateReason, stages, startedAt, endedAt }: RolloutRecord): string {
  const gate = stateReason?.['gate'];
  const shown = typeof gate === 'string' ? `${state} by ${gate}` : state;
  const index = currentStage({ stages });
  const stage = stages[index];
  if (startedAt === null || endedAt !== null || !stage) return shown;
  return `${shown}, stage ${index + 1} of ${stages.length} ${stage.state}`;
}

/** The progress of a rollout in a line of text: `48 of 101 succeeded, 1 failed, 31 in flight, 20 waiting`. */
export function countsOf(counts: ProgressCounts): string {
  const others = (['failed', 'expired', 'cancelled', 'skipped', 'in_flight', 'waiting'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${name.replace('_', ' ')}`);
  return [`${counts.success} of ${counts.devices} succeeded`, ...others].join(', ');
}

/** The share of upgrades that have ended, from 0 to 1. */
export function endedShare({ devices, waiting, in_flight: inFlight }: ProgressCounts): number {
  return devices === 0 ? 0 : (devices - waiting - inFlight) / devices;
}
