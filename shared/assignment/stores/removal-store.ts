import type { ClientSession } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import {
  END_STATUSES,
  statusAfter,
  type EndStatus,
  type ReleasedStatus,
} from '../../upgrades/domain/upgrade-status.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import { splitOnConflict } from '../../platform/mongo/split-on-conflict.js';
import { writeCounts } from '../../inventory/stores/inventory-counts.js';
import { ended } from '../../upgrades/stores/dispatch-store.js';
import { ConflictError, type Transact } from '../../platform/mongo/transaction.js';
import { REMOVED } from '../../upgrades/stores/upgrade-places.js';

type Leaving = Pick<DeviceRecord, '_id' | 'organisationId' | 'macId' | 'locationNetworkId' | 'revision'>;
type Released = Pick<UpgradeRecord, '_id' | 'routerInventoryId'> & { readonly status: ReleasedStatus };

const LEAVING = { organisationId: 1, macId: 1, locationNetworkId: 1, revision: 1 } as const;

export interface RemovalStore {
  /**
   * Deletes those of at most 1,000 devices that are in scope and are not having their firmware written, with all
   * that is theirs, ends their upgrades and gives up the claims on their MACs; gives the ids of the deleted. One
   * transaction of at most thirteen round trips and one after it, unless it keeps colliding with heartbeats: then one for each half.
   */
  remove(scope: Scope, deviceIds: readonly number[], at: Date): Promise<number[]>;
}

/** Devices that leave the inventory. */
export function createRemovalStore(models: UpgradeModels, transact: Transact): RemovalStore {
  /** Ends all of these upgrades, provided that they still have the status they were read with. */
  async function end(
    session: ClientSession,
    organisationId: number,
    upgrades: readonly Released[],
    to: EndStatus,
    at: Date,
  ) {
    if (upgrades.length === 0) return;
    const result = await models.upgrades.updateMany(
      {
        organisationId,
        _id: { $in: upgrades.map((upgrade) => upgrade._id) },
        released: true,
        status: { $in: [...new Set(upgrades.map((upgrade) => upgrade.status))] },
      },
      { $set: { ...ended(to, at), message: REMOVED } },
      { session },
    );
    if (result.modifiedCount !== upgrades.length) throw new ConflictError();
  }

  async function cancelPending(
    organisationId: number,
    deviceIds: readonly number[],
    at: Date,
    session?: ClientSession,
  ) {
    await models.upgrades.updateMany(
      { organisationId, routerInventoryId: { $in: [...deviceIds] }, status: '' },
      { $set: { ...ended('Cancelled', at), message: REMOVED } },
      session ? { session } : {},
    );
  }

  /** Every open upgrade of the devices goes where the table leads it when its device leaves the organisation. */
  async function endUpgrades(
    session: ClientSession,
    organisationId: number,
    deviceIds: number[],
    released: readonly Released[],
    at: Date,
  ) {
    const ofLeaving = new Set(deviceIds);
    const open = released.filter((upgrade) => ofLeaving.has(upgrade.routerInventoryId));
    await cancelPending(organisationId, deviceIds, at, session);
    for (const to of END_STATUSES) {
      const ending = open.filter(({ status }) => statusAfter(status, 'leftOrganisation') === to);
      await end(session, organisationId, ending, to, at);
    }
  }

  async function forget(session: ClientSession, organisationId: number, devices: readonly Leaving[]) {
    const ids = devices.map((device) => device._id);
    const macs = devices.map((device) => device.macId);
    await models.deviceStates.deleteMany({ organisationId, _id: { $in: ids } }, { session });
    await models.uplinks.deleteMany({ organisationId, deviceId: { $in: ids } }, { session });
    // Known by MAC alone: the next owner of the MAC must not read how this one named its ports.
    await models.switchConfigurations.deleteMany({ _id: { $in: macs } }, { session });
    await models.masterInventory.updateMany(
      { _id: { $in: macs }, organisationId },
      { $set: { organisationId: null, deviceId: null } },
      { session },
    );
  }

  async function removeAtOnce(
    session: ClientSession,
    scope: Scope,
    deviceIds: readonly number[],
    at: Date,
  ): Promise<number[]> {
    const { organisationId } = scope;
    const released = await models.upgrades
      .find(
        { organisationId, routerInventoryId: { $in: [...deviceIds] }, released: true },
        { routerInventoryId: 1, status: 1 },
        { session, batchSize: ONE_ANSWER },
      )
      .lean<Released[]>();
    const bound = released.filter(({ status }) => statusAfter(status, 'leftOrganisation') === null);
    const busy = new Set(bound.map((upgrade) => upgrade.routerInventoryId));
    const free = deviceIds.filter((id) => !busy.has(id));
    const leaving = await models.devices
      .find({ ...deviceScope(scope), _id: { $in: free } }, LEAVING, { session, batchSize: ONE_ANSWER })
      .lean<Leaving[]>();
    if (leaving.length === 0) return [];
    const ids = leaving.map((device) => device._id);
    await endUpgrades(session, organisationId, ids, released, at);
    const deleted = await models.devices.bulkWrite(
      leaving.map(({ _id, revision }) => ({ deleteOne: { filter: { _id, organisationId, revision } } })),
      { session, ordered: false },
    );
    if (deleted.deletedCount !== leaving.length) throw new ConflictError();
    await forget(session, organisationId, leaving);
    await writeCounts(models, session, organisationId, { before: leaving, after: [] });
    return ids;
  }

  return {
    remove: (scope, deviceIds, at) =>
      splitOnConflict(deviceIds, async (part, maxAttempts) => {
        const { organisationId } = scope;
        const work = (session: ClientSession) => removeAtOnce(session, scope, part, at);
        const removed = await transact(organisationId, work, maxAttempts);
        // Those that were given to the devices while the transaction ran, which it did not see.
        if (removed.length > 0) await cancelPending(organisationId, removed, at);
        return removed;
      }),
  };
}
