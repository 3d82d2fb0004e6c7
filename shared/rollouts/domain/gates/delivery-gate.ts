import { isoSeconds } from '../../../platform/values/iso-time.js';
import { BEGUN_STATUSES } from '../../../upgrades/domain/upgrade-status.js';
import type { RolloutRecord, StateReason } from '../../models/rollout.js';
import type { FailedExample } from '../../models/rollout-stage.js';
import type { UncountedUpgrades } from '../progress.js';
import { isOfDelivery } from './failure-gate.js';
import { deliveryGateTrips, type Delivered } from './gates.js';

const MAX_EXAMPLES = 10;

/** The waiting upgrades of a stage whose latest try did not bring the firmware to the device. */
export interface MissedUpgrades {
  readonly stage: number;
  readonly count: number;
  readonly examples: readonly Pick<FailedExample, 'upgrade_id' | 'mac_id'>[];
}

type Judged = Pick<RolloutRecord, 'settings' | 'judged' | 'failures' | 'derivedFrom'>;

/**
 * The reason for a pause when the devices of a stage do not get the firmware; null when the gate passes
 * (docs/rollouts.md#delivery-gate). A rollback is not judged: its devices run what it takes away.
 */
export function judgeDelivery(
  rollout: Judged,
  open: readonly UncountedUpgrades[],
  missed: readonly MissedUpgrades[],
  now: Date,
): StateReason | null {
  if (rollout.derivedFrom?.action === 'rollback') return null;
  const { delivery_percent: limit } = rollout.settings.gates;
  const stages = new Set([...rollout.judged, ...missed].map(({ stage }) => stage));
  for (const stage of [...stages].sort((a, b) => a - b)) {
    const waiting = missed.filter((each) => each.stage === stage);
    const counts = deliveredIn(stage, rollout.judged, open, waiting);
    if (!deliveryGateTrips(counts, limit)) continue;
    const ended = rollout.failures
      .filter((failure) => failure.stage === stage && isOfDelivery(failure))
      .map(({ upgrade_id, mac_id, cause }) => ({ upgrade_id, mac_id, cause }));
    const examples = [...ended.slice(-MAX_EXAMPLES), ...waiting.flatMap((each) => each.examples)];
    const at = isoSeconds(now);
    return {
      gate: 'delivery_gate',
      stage,
      part: null,
      counts,
      p: null,
      limit,
      examples: examples.slice(0, MAX_EXAMPLES),
      at,
    };
  }
  return null;
}

function deliveredIn(
  n: number,
  judged: Judged['judged'],
  open: readonly UncountedUpgrades[],
  missed: readonly MissedUpgrades[],
): Delivered {
  const ended = judged.filter(({ stage }) => stage === n);
  const begun = open.filter(
    ({ stage, status }) => stage === n && BEGUN_STATUSES.some((each) => each === status),
  );
  const waiting = sum(missed.map(({ count }) => count));
  const failed = waiting + sum(ended.map(({ undelivered }) => undelivered));
  const tried =
    waiting + sum(ended.map((each) => each.success + each.failed)) + sum(begun.map(({ count }) => count));
  return { tried, failed };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
