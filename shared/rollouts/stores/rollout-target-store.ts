import type { QueryFilter } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import { BATCH, ONE_ANSWER, walkById } from '../../platform/mongo/batches.js';
import { TARGET_FIELDS, type TargetDevice } from '../../upgrades/stores/target-store.js';
import { readGroups } from '../domain/aim.js';
import type { RolloutModels } from '../models/models.js';
import type { RolloutRecord, TargetPosition } from '../models/rollout.js';

export interface TargetBatch {
  readonly devices: TargetDevice[];
  /** Where the next batch begins; null after the last. */
  readonly next: TargetPosition | null;
}

export interface RolloutTargetStore {
  /** The devices of a rollout after a position, each once, at most 1,000: its `targets` within its scope, also excluded ones. */
  batch(rollout: RolloutRecord, from: TargetPosition | null): Promise<TargetBatch>;
  /**
   * Devices that have joined a network or received a tag of the targets since a time, in batches of at most 1,000. With
   * the target `all`: devices that have come to the networks of the rollout.
   */
  joined(rollout: RolloutRecord, since: Date): AsyncGenerator<TargetDevice[], void>;
}

/** The devices that rollouts name. */
export function createRolloutTargetStore({ devices, networks }: RolloutModels): RolloutTargetStore {
  /** Filters for devices that have come to a group of the targets since a time, each answered by an index. */
  async function* arrivals(
    { organisationId, settings }: RolloutRecord,
    since: Date,
  ): AsyncGenerator<QueryFilter<DeviceRecord>, void> {
    const { all, deviceIds, networkIds: named, tagIds } = readGroups(settings.targets);
    const arrived = { networkSince: { $gt: since } };
    if (all) {
      yield { locationNetworkId: null, ...arrived };
      for await (const found of walkById<{ _id: number }, NetworkRecord>(
        networks,
        { organisationId },
        { _id: 1 },
      ))
        yield { locationNetworkId: { $in: found.map(({ _id }) => _id) }, ...arrived };
      return;
    }
    if (deviceIds.length > 0) yield { _id: { $in: [...deviceIds] }, ...arrived };
    if (named.length > 0) yield { locationNetworkId: { $in: [...named] }, ...arrived };
    if (tagIds.length > 0) yield { tagIds: { $in: [...tagIds] }, tagsSince: { $gt: since } };
    // A device with a tag of the targets that moves into a network of the rollout.
    if (tagIds.length > 0) yield { tagIds: { $in: [...tagIds] }, ...arrived };
  }

  return {
    async *joined(rollout, since) {
      for await (const filter of arrivals(rollout, since))
        yield* walkById<TargetDevice, DeviceRecord>(
          devices,
          { $and: [deviceScope(scopeOf(rollout)), filter] },
          TARGET_FIELDS,
        );
    },
    async batch(rollout, from) {
      const groups = filtersOf(rollout.settings.targets);
      const { group, afterId } = from ?? { group: 0, afterId: 0 };
      const filter = groups[group];
      if (filter === undefined) return { devices: [], next: null };
      const earlier = groups.slice(0, group);
      const found = await devices
        .find(
          {
            $and: [deviceScope(scopeOf(rollout)), filter, { _id: { $gt: afterId } }],
            ...(earlier.length === 0 ? {} : { $nor: earlier }),
          },
          TARGET_FIELDS,
        )
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<TargetDevice[]>();
      const last = found.at(-1);
      if (last && found.length === BATCH) return { devices: found, next: { group, afterId: last._id } };
      const isLast = group + 1 >= groups.length;
      return { devices: found, next: isLast ? null : { group: group + 1, afterId: 0 } };
    },
  };
}

/** The networks and unassigned devices that the creator could change. */
export function scopeOf({
  organisationId,
  networkIds,
  includesUnassigned,
}: Pick<RolloutRecord, 'organisationId' | 'networkIds' | 'includesUnassigned'>): Scope {
  return { organisationId, networkIds: networkIds ?? 'all', unassigned: includesUnassigned };
}

/** One filter for each kind of target, each answered by an index. */
function filtersOf(targets: readonly string[]): QueryFilter<DeviceRecord>[] {
  const { all, deviceIds, networkIds, tagIds } = readGroups(targets);
  if (all) return [{}];
  return [
    ...(deviceIds.length > 0 ? [{ _id: { $in: [...deviceIds] } }] : []),
    ...(networkIds.length > 0 ? [{ locationNetworkId: { $in: [...networkIds] } }] : []),
    ...(tagIds.length > 0 ? [{ tagIds: { $in: [...tagIds] } }] : []),
  ];
}
