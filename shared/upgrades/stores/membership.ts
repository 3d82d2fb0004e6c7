import type { RolloutMembership } from '../domain/upgrade-change.js';
import type { UpgradeRecord } from '../models/upgrade.js';

/** The fields of an upgrade in a rollout, for a projection. */
export const MEMBERSHIP = {
  inRollout: 1,
  rolloutId: 1,
  rolloutStage: 1,
  rolloutOrder: 1,
  partNumber: 1,
  hasSlot: 1,
  heldOut: 1,
  dispatchSeq: 1,
  closesAt: 1,
  ignored: 1,
  previousVersion: 1,
  restarts: 1,
  maxAttempts: 1,
  stepTimeoutS: 1,
  isIrreversible: 1,
} as const satisfies Readonly<Record<keyof RolloutMembership, 1>>;

/** The fields of {@link MEMBERSHIP} by which a rollout counts a device that leaves it. */
export const LEFT = { rolloutId: 1, rolloutStage: 1 } as const;

/** The rollout and the stage that the device of an upgrade leaves; none for a plain upgrade. */
export function leftRolloutOf({
  rolloutId,
  rolloutStage,
}: Pick<UpgradeRecord, keyof typeof LEFT>): { id: number; stage: number }[] {
  return rolloutId === undefined || rolloutStage === undefined
    ? []
    : [{ id: rolloutId, stage: rolloutStage }];
}
