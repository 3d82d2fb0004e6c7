import type { ClientSession } from 'mongoose';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { addToBulkEntry } from '../../audit/stores/write-entries.js';
import type { Scope } from '../../access/domain/access.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { isEnd, shownStatus, statusAfter, type Transition } from '../../upgrades/domain/upgrade-status.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import { splitOnConflict } from '../../platform/mongo/split-on-conflict.js';
import { writeCounts } from '../../inventory/stores/inventory-counts.js';
import { transition } from '../../upgrades/stores/transition.js';
import { ConflictError, type Accompany, type Transact } from '../../platform/mongo/transaction.js';
import type { OnAssigned } from './assignment-notices.js';
import { openOf, REMOVED } from '../../upgrades/stores/upgrade-networks.js';

type Leaving = Pick<DeviceRecord, '_id' | 'organisationId' | 'macId' | 'locationNetworkId' | 'revision'>;

/** An open upgrade that ends with its device. */
interface EndingUpgrade {
  readonly _id: number;
  readonly deviceId: number;
  readonly from: Transition['from'];
  readonly to: Transition['to'];
}

const LEAVING = { organisationId: 1, macId: 1, locationNetworkId: 1, revision: 1 } as const;

/** Removes devices from the inventory. */
export function createRemovalStore(models: UpgradeModels, transact: Transact, onAssigned: OnAssigned) {
  /**
   * Ends the open upgrades of the devices by the transition `leftOrganisation`.
   * @throws ConflictError when one of them has changed since it was read
   */
  async function endUpgrades(
    session: ClientSession,
    organisationId: number,
    upgrades: readonly EndingUpgrade[],
    at: Date,
  ) {
    if (upgrades.length === 0) return;
    const rows = new Map(upgrades.map(({ from, to }) => [from, to]));
    const ended = await models.upgrades.bulkWrite(
      [...rows].map(([from, to]) => {
        const ids = upgrades.filter((upgrade) => upgrade.from === from).map(({ _id }) => _id);
        const filter = { organisationId, _id: { $in: ids } };
        return { updateMany: transition(from, to, 'leftOrganisation', filter, { at, message: REMOVED }) };
      }),
      { session, ordered: false },
    );
    if (ended.modifiedCount !== upgrades.length) throw new ConflictError();
  }

  /** Re-checks after writing: upgrades scheduled while the transaction ran were not visible to it. */
  async function endLaterUpgrades(organisationId: number, deviceIds: readonly number[], at: Date) {
    const { filter, update } = transition(
      'Pending',
      'Cancelled',
      'leftOrganisation',
      { organisationId, routerInventoryId: { $in: [...deviceIds] } },
      { at, message: REMOVED },
    );
    await models.upgrades.updateMany(filter, update);
  }

  async function deleteRecords(session: ClientSession, organisationId: number, devices: readonly Leaving[]) {
    const ids = devices.map((device) => device._id);
    const macs = devices.map((device) => device.macId);
    await models.deviceStates.deleteMany({ organisationId, _id: { $in: ids } }, { session });
    await models.uplinks.deleteMany({ organisationId, deviceId: { $in: ids } }, { session });
    // Stored by MAC alone: the next owner of the MAC must not read this organisation's port names.
    await models.switchConfigurations.deleteMany({ _id: { $in: macs } }, { session });
    const claimed = { _id: { $in: macs }, organisationId };
    await models.masterInventory.bulkWrite(
      [
        // The record of an enrolled device is not the manufacturer's.
        { deleteMany: { filter: { ...claimed, isEnrolled: true } } },
        { updateMany: { filter: claimed, update: { $set: { organisationId: null, deviceId: null } } } },
      ],
      { session },
    );
  }

  /** The open upgrades that end with their devices, and the devices that cannot leave: firmware is being written. */
  async function openUpgrades(
    session: ClientSession,
    organisationId: number,
    deviceIds: readonly number[],
  ): Promise<{ ending: EndingUpgrade[]; busy: Set<number> }> {
    const found = await models.upgrades
      .find(
        openOf(organisationId, deviceIds),
        { routerInventoryId: 1, status: 1 },
        { session, batchSize: 2 * ONE_ANSWER },
      )
      .lean();
    const ending: EndingUpgrade[] = [];
    const busy = new Set<number>();
    for (const { _id, routerInventoryId: deviceId, status } of found) {
      const from = shownStatus(status);
      if (isEnd(from)) continue;
      const to = statusAfter(from, 'leftOrganisation');
      if (to === null) busy.add(deviceId);
      else ending.push({ _id, deviceId, from, to });
    }
    return { ending, busy };
  }

  async function removeAtOnce(
    session: ClientSession,
    scope: Scope,
    deviceIds: readonly number[],
    at: Date,
    entry: AuditEntry,
    accompany: Accompany<readonly number[]> | undefined,
  ): Promise<number[]> {
    const { organisationId } = scope;
    const { ending, busy } = await openUpgrades(session, organisationId, deviceIds);
    const free = deviceIds.filter((id) => !busy.has(id));
    const leaving = await models.devices
      .find({ ...deviceScope(scope), _id: { $in: free } }, LEAVING, { session, batchSize: ONE_ANSWER })
      .lean<Leaving[]>();
    if (leaving.length === 0) return [];
    const ids = leaving.map((device) => device._id);
    const ofLeaving = new Set(ids);
    await endUpgrades(
      session,
      organisationId,
      ending.filter(({ deviceId }) => ofLeaving.has(deviceId)),
      at,
    );
    const deleted = await models.devices.bulkWrite(
      leaving.map(({ _id, revision }) => ({ deleteOne: { filter: { _id, organisationId, revision } } })),
      { session, ordered: false },
    );
    if (deleted.deletedCount !== leaving.length) throw new ConflictError();
    await deleteRecords(session, organisationId, leaving);
    await writeCounts(models, session, organisationId, { before: leaving, after: [] });
    const share = { count: ids.length, names: leaving.map(({ macId }) => macId) };
    await addToBulkEntry(models, entry, share, session);
    await accompany?.(ids, session);
    return ids;
  }

  return {
    /**
     * Deletes up to 1,000 devices and their records, ends their upgrades and releases the claims on their MACs, except
     * for devices out of scope or installing firmware. One transaction; if it keeps conflicting with heartbeats, one for
     * each half.
     * @param entry of the audit log, which the transaction adds to
     * @param accompany takes the ids of the devices that each transaction deletes
     * @returns the ids of the deleted devices
     */
    remove: (
      scope: Scope,
      deviceIds: readonly number[],
      at: Date,
      entry: AuditEntry,
      accompany?: Accompany<readonly number[]>,
    ): Promise<number[]> =>
      splitOnConflict(deviceIds, async (part, maxAttempts) => {
        const { organisationId } = scope;
        const work = (session: ClientSession) => removeAtOnce(session, scope, part, at, entry, accompany);
        const removed = await transact(organisationId, work, maxAttempts);
        if (removed.length > 0) await endLaterUpgrades(organisationId, removed, at);
        onAssigned(organisationId, removed);
        return removed;
      }),
  };
}
