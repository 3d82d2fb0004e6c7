import { secondsAfter } from '../../../upgrades/domain/upgrade-change.js';
import type { TargetDevice } from '../../../upgrades/stores/target-store.js';
import { aimOfRollout } from '../../domain/aim.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord, TargetPosition } from '../../models/rollout.js';

export interface WalkedBatch {
  /** Devices in `targets` less `exclude`, at most 1,000. */
  readonly devices: TargetDevice[];
  readonly next: TargetPosition | null;
}

/** The devices of a rollout in batches, after a position. */
export async function* walkTargets(
  { stores }: RolloutDeps,
  rollout: RolloutRecord,
  start: TargetPosition | null = null,
): AsyncGenerator<WalkedBatch, void> {
  const aim = aimOfRollout(rollout.settings);
  let from = start;
  do {
    const { devices, next } = await stores.rolloutTargets.batch(rollout, from);
    yield { devices: devices.filter((device) => aim({ ...device, id: device._id })), next };
    from = next;
  } while (from !== null);
}

/** Those of at most 1,000 devices that were heard within `DOWN_AFTER_S`. */
export async function findUp(
  { stores, env }: RolloutDeps,
  organisationId: number,
  deviceIds: readonly number[],
  now: Date,
): Promise<Set<number>> {
  if (deviceIds.length === 0) return new Set();
  const since = secondsAfter(now, -env.downAfterS);
  const heard = await stores.heartbeats.lastHeard(
    deviceIds.map((deviceId) => ({ organisationId, deviceId })),
  );
  const isUp = (id: number): boolean => {
    const at = heard.get(id)?.at ?? null;
    return at !== null && at >= since;
  };
  return new Set(deviceIds.filter(isUp));
}
