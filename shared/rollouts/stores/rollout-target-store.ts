import type { QueryFilter } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import { BATCH, batchesOf, ONE_ANSWER, walkById } from '../../platform/mongo/batches.js';
import { TARGET_FIELDS, type TargetDevice } from '../../upgrades/stores/target-store.js';
import { readGroups } from '../domain/rollout-targets.js';
import { rolloutTargets, type RolloutTarget } from '../domain/membership.js';
import type { RolloutModels } from '../models/models.js';
import type { RolloutTargeting } from '../models/rollout.js';
import type { TargetPosition } from '../models/rollout-stage.js';
import { arrivals } from './arrivals.js';
import type { MemberGroup, RolloutMemberStore } from './rollout-member-store.js';

/** A device with the times at which it last moved and last got a tag. */
export type JoinedDevice = TargetDevice & Pick<DeviceRecord, 'networkSince' | 'tagsSince'>;

export interface TargetBatch {
  readonly devices: TargetDevice[];
  /** The target `rollout:…` that named them; null for other targets. */
  readonly target: string | null;
  /** Where the next batch begins; null after the last. */
  readonly next: TargetPosition | null;
}

/** Devices that targets name, and none of an earlier kind. */
interface DeviceGroup {
  readonly filter: QueryFilter<DeviceRecord>;
  /** The index that has these devices in the order of their ids; null if none has. */
  readonly index: string | null;
  readonly earlier: readonly QueryFilter<DeviceRecord>[];
}
type Group = DeviceGroup | MemberGroup;

/** The database merges the ranges of at most so many networks by id. */
const MERGED_NETWORKS = 100;
const FIRST: TargetPosition = { group: 0, afterId: 0 };

/** The devices that rollouts name. */
export function createRolloutTargetStore({ devices, networks }: RolloutModels, members: RolloutMemberStore) {
  /** The devices of a range of a group after a position. */
  async function find(
    rollout: RolloutTargeting,
    filter: QueryFilter<DeviceRecord>,
    earlier: readonly QueryFilter<DeviceRecord>[],
    index: string | null = null,
  ): Promise<TargetDevice[]> {
    const query = devices
      .find(
        {
          $and: [deviceScope(scopeOf(rollout)), filter],
          ...(earlier.length === 0 ? {} : { $nor: [...earlier] }),
        },
        TARGET_FIELDS,
      )
      .sort({ _id: 1 })
      .limit(BATCH)
      .batchSize(ONE_ANSWER)
      .lean<TargetDevice[]>();
    return index === null ? query : query.hint(index);
  }

  async function devicesAfter(
    rollout: RolloutTargeting,
    { filter, index, earlier }: DeviceGroup,
    { group, afterId }: TargetPosition,
    parts: readonly string[] | null,
  ): Promise<Pick<TargetBatch, 'devices' | 'next'>> {
    const rest = { $and: [filter, { _id: { $gt: afterId } }, ...ofParts(parts)] };
    const found = await find(rollout, rest, earlier, index);
    const last = found.length === BATCH ? found.at(-1) : undefined;
    return { devices: found, next: last ? { group, afterId: last._id } : null };
  }

  async function membersAfter(
    rollout: RolloutTargeting,
    upgrades: MemberGroup,
    earlier: readonly QueryFilter<DeviceRecord>[],
    { group, afterId, order }: TargetPosition,
    parts: readonly string[] | null,
  ): Promise<Pick<TargetBatch, 'devices' | 'next'>> {
    const after = order === undefined ? null : { order, id: afterId };
    const { deviceIds, next } = await members.batch(rollout.organisationId, upgrades, after);
    const named = { $and: [{ _id: { $in: deviceIds } }, ...ofParts(parts)] };
    const found = deviceIds.length === 0 ? [] : await find(rollout, named, earlier);
    return { devices: found, next: next && { group, order: next.order, afterId: next.id } };
  }

  return {
    /**
     * Devices that have joined a network or received a tag of the targets since a time, or whose upgrade in another
     * rollout has changed, in batches of at most 1,000. With the target `all`: devices that have come to the networks of
     * the rollout.
     */
    async *joined(rollout: RolloutTargeting, since: Date): AsyncGenerator<JoinedDevice[], void> {
      for await (const { filter, index } of arrivals(
        { networks, members },
        rollout,
        ownTargets(rollout),
        since,
      ))
        yield* walkById<JoinedDevice, DeviceRecord>(
          devices,
          { $and: [deviceScope(scopeOf(rollout)), filter] },
          { ...TARGET_FIELDS, networkSince: 1, tagsSince: 1 },
          index,
        );
    },
    /**
     * The devices of a rollout after a position, in batches of at most 1,000: its `targets` within its scope, also
     * excluded ones. A device that targets `rollout:…` name may come more than once.
     * @param parts only devices of these hardware parts; null: of all
     */
    async *walk(
      rollout: RolloutTargeting,
      from: TargetPosition | null,
      parts: readonly string[] | null = null,
    ): AsyncGenerator<TargetBatch, void> {
      const filters = filtersOf(rollout.settings.targets);
      const groups: Group[] = [
        ...deviceGroups(rollout.settings.targets),
        ...(await members.groups(rollout.organisationId, ownTargets(rollout))),
      ];
      for (let at = from ?? FIRST; ;) {
        const group = groups[at.group];
        if (group === undefined) return;
        const { devices: found, next } =
          'filter' in group
            ? await devicesAfter(rollout, group, at, parts)
            : await membersAfter(rollout, group, filters, at, parts);
        const target = 'target' in group ? group.target : null;
        const isLast = next === null && at.group + 1 >= groups.length;
        const following = next ?? { group: at.group + 1, afterId: 0 };
        yield { devices: found, target, next: isLast ? null : following };
        at = following;
      }
    },
  };
}

function ofParts(parts: readonly string[] | null): QueryFilter<DeviceRecord>[] {
  return parts === null ? [] : [{ partNumber: { $in: [...parts] } }];
}

/** The networks and unassigned devices that the creator could change. */
export function scopeOf({
  organisationId,
  networkIds,
  includesUnassigned,
}: Pick<RolloutTargeting, 'organisationId' | 'networkIds' | 'includesUnassigned'>): Scope {
  return { organisationId, networkIds: networkIds ?? 'all', unassigned: includesUnassigned };
}

/** The targets `rollout:…` of a rollout, without those of its exclusions and stages. */
function ownTargets(rollout: RolloutTargeting): RolloutTarget[] {
  const own = new Set(rollout.settings.targets);
  return rolloutTargets(rollout).filter(({ target }) => own.has(target));
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

/**
 * The devices of the targets in groups that a walk reads by id, without devices of an earlier kind. Each batch reads only
 * its own devices: an index that has them in order is named, because the planner underestimates how many are after an id,
 * and the ranges of so many networks are merged. Devices with tags are in order for none: each batch sorts the rest.
 */
function deviceGroups(targets: readonly string[]): DeviceGroup[] {
  const { all, networkIds } = readGroups(targets);
  if (all) return [{ filter: {}, index: 'organisation_id', earlier: [] }];
  const filters = filtersOf(targets);
  return filters.flatMap((filter, at): DeviceGroup[] => {
    const earlier = filters.slice(0, at);
    if (!('locationNetworkId' in filter)) return [{ filter, index: null, earlier }];
    return batchesOf(networkIds, MERGED_NETWORKS).map((ids) => {
      return { filter: { locationNetworkId: { $in: ids } }, index: 'network_id', earlier };
    });
  });
}
