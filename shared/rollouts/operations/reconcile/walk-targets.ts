import { upSince } from '../../../status/domain/heartbeat-time.js';
import type { TargetDevice } from '../../../upgrades/stores/target-store.js';
import { targetsRollout, type TargetCandidate } from '../../domain/rollout-targets.js';
import { rolloutTargets } from '../../domain/membership.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutTargeting } from '../../models/rollout.js';
import type { TargetPosition } from '../../models/rollout-stage.js';

/** A device with what decides whether a rollout includes it. */
export type TargetedRolloutDevice = TargetDevice & TargetCandidate;

export interface WalkedBatch {
  /** Devices in `targets` less `exclude`, at most 1,000. */
  readonly devices: TargetedRolloutDevice[];
  readonly next: TargetPosition | null;
}

/**
 * The devices of a rollout in batches, after a position.
 * @param parts only devices of these hardware parts; null: of all
 */
export async function* walkTargets(
  deps: RolloutDeps,
  rollout: RolloutTargeting,
  start: TargetPosition | null = null,
  parts: readonly string[] | null = null,
): AsyncGenerator<WalkedBatch, void> {
  const isTarget = targetsRollout(rollout.settings);
  for await (const { devices, target, next } of deps.stores.rolloutTargets.walk(rollout, start, parts)) {
    const targeted = (await withMemberships(deps, rollout, devices)).filter(isTarget);
    yield { devices: target === null ? targeted : targeted.filter(isFirstNamedBy(target, rollout)), next };
  }
}

/** Tells which devices this target names and no target before it. */
function isFirstNamedBy(target: string, { settings: { targets } }: RolloutTargeting) {
  const positionOf = (each: string): number => {
    const position = targets.indexOf(each);
    return position < 0 ? Infinity : position;
  };
  const position = positionOf(target);
  return ({ memberships }: TargetedRolloutDevice): boolean =>
    Math.min(...memberships.map((each) => positionOf(each.target))) === position;
}

/** Adds to at most 1,000 devices, which it changes, the targets `rollout:…` of the rollout that name them. */
export async function withMemberships<Device extends TargetDevice>(
  { stores }: RolloutDeps,
  rollout: RolloutTargeting,
  devices: readonly Device[],
): Promise<(Device & TargetCandidate)[]> {
  const targets = rolloutTargets(rollout);
  const found =
    targets.length === 0
      ? null
      : await stores.rolloutMembers.membershipsOf(rollout.organisationId, targets, devices);
  return devices.map((device) => Object.assign(device, { memberships: found?.get(device._id) ?? [] }));
}

/** Those of at most 1,000 devices that were heard within `DOWN_AFTER_S`. */
export async function findUp(
  { stores, env }: RolloutDeps,
  organisationId: number,
  deviceIds: readonly number[],
  now: Date,
): Promise<Set<number>> {
  if (deviceIds.length === 0) return new Set();
  const refs = deviceIds.map((deviceId) => ({ organisationId, deviceId }));
  return stores.heartbeats.heardSince(refs, upSince(now, env.downAfterS));
}
