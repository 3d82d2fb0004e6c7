import type { ClientSession } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { deriveDevice } from '../../inventory/domain/device-search.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import { busyDevices } from './busy-devices.js';
import { type DeviceListing, deviceScope, LISTED } from '../../inventory/stores/device-store.js';
import { splitOnConflict } from '../../platform/mongo/split-on-conflict.js';
import { writeCounts } from '../../inventory/stores/inventory-counts.js';
import { ConflictError, type Transact } from '../../platform/mongo/transaction.js';
import { leftBehind, openOf, settleUpgrades } from '../../upgrades/stores/upgrade-places.js';

/** Where devices go: to a network, or to none. */
export interface Placement {
  readonly network: Pick<NetworkRecord, '_id' | 'networkName'> | null;
  readonly at: Date;
  /** Whether a device goes there even while its firmware is written. */
  readonly busyToo?: boolean;
}

export interface PlacementStore {
  /**
   * Puts those of at most 1,000 devices that are in scope, and are not having their firmware written, into a network
   * or into none, and gives them as they are then. One that is there already stays as it is. One transaction of at
   * most seven round trips and one after it, unless it keeps colliding with heartbeats: then one for each half.
   */
  place(scope: Scope, deviceIds: readonly number[], placement: Placement): Promise<DeviceListing[]>;
}

/** Which network a device stands in: written to the device, to the counts and to its upgrades, all at once. */
export function createPlacementStore(models: UpgradeModels, transact: Transact): PlacementStore {
  async function put(session: ClientSession, devices: readonly DeviceListing[], { network, at }: Placement) {
    const placed = devices.map((device) => ({
      ...device,
      locationNetworkId: network?._id ?? null,
      networkName: network?.networkName ?? null,
      networkSince: at,
      revision: device.revision + 1,
    }));
    const written = await models.devices.bulkWrite(
      placed.map((device) => ({
        updateOne: {
          filter: {
            _id: device._id,
            organisationId: device.organisationId,
            revision: device.revision - 1,
          },
          update: { $set: changedFields(device) },
        },
      })),
      { session, ordered: false },
    );
    if (written.modifiedCount !== placed.length) throw new ConflictError();
    return placed;
  }

  /** Open upgrades carry their device's network, by which callers of few networks see them; ended ones keep theirs. */
  async function putUpgrades(
    session: ClientSession,
    organisationId: number,
    devices: readonly DeviceListing[],
    locationNetworkId: number | null,
  ) {
    await models.upgrades.updateMany(
      {
        ...openOf(
          organisationId,
          devices.map((device) => device._id),
        ),
        locationNetworkId: { $ne: locationNetworkId },
      },
      { $set: { locationNetworkId } },
      { session },
    );
  }

  async function placeAtOnce(
    session: ClientSession,
    scope: Scope,
    deviceIds: readonly number[],
    placement: Placement,
  ): Promise<DeviceListing[]> {
    const { organisationId } = scope;
    const networkId = placement.network?._id ?? null;
    const busy =
      placement.busyToo === true
        ? new Set<number>()
        : await busyDevices(models, session, organisationId, deviceIds);
    const free = deviceIds.filter((id) => !busy.has(id));
    const found = await models.devices
      .find({ ...deviceScope(scope), _id: { $in: free } }, LISTED, { session, batchSize: ONE_ANSWER })
      .lean<DeviceListing[]>();
    const there = found.filter((device) => device.locationNetworkId === networkId);
    const coming = found.filter((device) => device.locationNetworkId !== networkId);
    if (coming.length === 0) return there;
    // Upgrades change with many heartbeats, so they come first: the sooner they are held, the fewer collisions.
    await putUpgrades(session, organisationId, coming, networkId);
    const placed = await put(session, coming, placement);
    await writeCounts(models, session, organisationId, { before: coming, after: placed });
    return [...there, ...placed];
  }

  return {
    place: (scope, deviceIds, placement) =>
      splitOnConflict(deviceIds, async (part, maxAttempts) => {
        const { organisationId } = scope;
        const work = (session: ClientSession) => placeAtOnce(session, scope, part, placement);
        const placed = await transact(organisationId, work, maxAttempts);
        const ids = placed.map((device) => device._id);
        // Upgrades that were given to the devices while the transaction ran, which it did not see.
        const place = placement.network?._id ?? null;
        if (ids.length > 0 && (await leftBehind(models, organisationId, ids, place)))
          await settleUpgrades(models, organisationId, ids, placement.at);
        return placed;
      }),
  };
}

/** The network's fields, and what is derived from a device's fields with them. */
function changedFields(device: DeviceListing) {
  const { locationNetworkId, networkName, networkSince, revision } = device;
  const tagNames = device.tags.map((tag) => tag.name);
  const derived = deriveDevice({ ...device, id: device._id, tagNames });
  return { locationNetworkId, networkName, networkSince, revision, ...derived };
}
