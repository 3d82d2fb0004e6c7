import type { QueryFilter } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import { batchesOf, ONE_ANSWER, walkById } from '../../platform/mongo/batches.js';
import type { TargetSegment } from '../domain/upgrade-targets.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { UpgradeModels } from '../models/models.js';
import { deviceScope, networkScope } from '../../inventory/stores/device-store.js';

/** The fields of a device that an upgrade depends on. */
export type TargetDevice = Pick<
  DeviceRecord,
  | '_id'
  | 'organisationId'
  | 'macId'
  | 'name'
  | 'partNumber'
  | 'firmwareVersion'
  | 'locationNetworkId'
  | 'tagIds'
  | 'isSwitch'
  | 'isOpenwisp'
>;

export const TARGET_FIELDS = {
  organisationId: 1,
  macId: 1,
  name: 1,
  partNumber: 1,
  firmwareVersion: 1,
  locationNetworkId: 1,
  tagIds: 1,
  isSwitch: 1,
  isOpenwisp: 1,
} as const;

export type TargetStore = ReturnType<typeof createTargetStore>;

/** Resolves upgrade targets: devices, all devices of networks, all devices with tags. */
export function createTargetStore(models: UpgradeModels) {
  async function missing(found: Promise<{ _id: number }[]>, ids: readonly number[]): Promise<number[]> {
    const known = new Set((await found).map((record) => record._id));
    return ids.filter((id) => !known.has(id));
  }

  return {
    /** The ids among these that do not exist in scope, by kind. */
    async unknown(
      scope: Scope,
      {
        deviceIds,
        networkIds,
        tagIds,
      }: { deviceIds: readonly number[]; networkIds: readonly number[]; tagIds: readonly number[] },
    ): Promise<{ deviceIds: number[]; networkIds: number[]; tagIds: number[] }> {
      const { organisationId } = scope;
      const none = Promise.resolve<number[]>([]);
      const idsIn = (ids: readonly number[]) => ({ _id: { $in: [...ids] } });
      const [devices, networks, tags] = await Promise.all([
        deviceIds.length === 0
          ? none
          : missing(
              models.devices
                .find({ $and: [deviceScope(scope), idsIn(deviceIds)] }, { _id: 1 })
                .batchSize(ONE_ANSWER)
                .lean(),
              deviceIds,
            ),
        networkIds.length === 0
          ? none
          : missing(
              models.networks
                .find({ $and: [networkScope(scope), idsIn(networkIds)] }, { _id: 1 })
                .batchSize(ONE_ANSWER)
                .lean(),
              networkIds,
            ),
        tagIds.length === 0
          ? none
          : missing(
              models.tags
                .find({ organisationId, ...idsIn(tagIds) }, { _id: 1 })
                .batchSize(ONE_ANSWER)
                .lean(),
              tagIds,
            ),
      ]);
      return { deviceIds: devices, networkIds: networks, tagIds: tags };
    },

    /**
     * The devices of the segments in their order, each device once, in batches of at most 1,000. With `joinedAfter`, only
     * devices that have joined a network or received a tag since.
     */
    async *walk(
      scope: Scope,
      segments: readonly TargetSegment[],
      joinedAfter?: Date,
    ): AsyncGenerator<TargetDevice[], void> {
      const earlier: QueryFilter<DeviceRecord>[] = [];
      for (const segment of segments) {
        const named = segmentFilter(segment);
        const filter = { $and: [deviceScope(scope), named, ...joined(segment, joinedAfter)] };
        const batches = walkById<TargetDevice, DeviceRecord>(
          models.devices,
          earlier.length === 0 ? filter : { ...filter, $nor: [...earlier] },
          TARGET_FIELDS,
          joinedAfter && JOINERS[segment.kind],
        );
        if (segment.kind === 'device') yield* inRequestOrder(batches, segment.ids);
        else yield* batches;
        earlier.push(named);
      }
    },

    /** These devices as they are now, by id; those that have left the organisation are missing. */
    async current(
      organisationIds: readonly number[],
      deviceIds: readonly number[],
    ): Promise<Map<number, TargetDevice>> {
      const devices = await models.devices
        .find({ organisationId: { $in: [...organisationIds] }, _id: { $in: [...deviceIds] } }, TARGET_FIELDS)
        .batchSize(ONE_ANSWER)
        .lean<TargetDevice[]>();
      return new Map(devices.map((device) => [device._id, device]));
    },
  };
}

function segmentFilter({ kind, ids }: TargetSegment): QueryFilter<DeviceRecord> {
  switch (kind) {
    case 'device':
      return { _id: { $in: ids } };
    case 'network':
      return { locationNetworkId: { $in: ids } };
    case 'tag':
      return { tagIds: { $in: ids } };
  }
}

/** The indexes of devices that have joined, which the planner does not find. */
const JOINERS: Readonly<Record<TargetSegment['kind'], string | undefined>> = {
  device: undefined,
  network: 'network_joiners',
  tag: 'tag_joiners',
};

function joined({ kind }: TargetSegment, after: Date | undefined): QueryFilter<DeviceRecord>[] {
  if (after === undefined) return [];
  return kind === 'tag' ? [{ tagsSince: { $gt: after } }] : [{ networkSince: { $gt: after } }];
}

/** Devices named by id keep the order of the request: the last one decides the answer. */
async function* inRequestOrder(
  batches: AsyncGenerator<TargetDevice[], void>,
  ids: readonly number[],
): AsyncGenerator<TargetDevice[], void> {
  const byId = new Map<number, TargetDevice>();
  for await (const batch of batches) for (const device of batch) byId.set(device._id, device);
  yield* batchesOf(ids.flatMap((id) => byId.get(id) ?? []));
}
