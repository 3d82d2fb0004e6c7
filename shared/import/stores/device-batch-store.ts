import type { ClientSession } from 'mongoose';
import { blockChanges } from '../../platform/values/id-blocks.js';
import { deriveDevice } from '../../inventory/domain/device-search.js';
import { renameUpgrades } from '../../upgrades/stores/upgrade-names.js';
import { openOf, followDevices } from '../../upgrades/stores/upgrade-networks.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { MasterDeviceRecord } from '../../inventory/models/master-device.js';
import type { ImportModels } from '../models/models.js';
import { LISTED, type DeviceListing } from '../../inventory/stores/device-store.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import { organisationOf, type AuditChanges } from './import-audit-store.js';
import { changedFields, readRecords, writeRecords, type Plan, type Upserted } from './upsert-records.js';

/** All that is stored of one device. */
export interface StoredDevice {
  readonly device: DeviceListing | null;
  readonly state: DeviceStateRecord | null;
  readonly master: MasterDeviceRecord | null;
}

/** All that is to be stored of one device. */
export type PlannedDevice = { readonly [Part in keyof StoredDevice]: NonNullable<StoredDevice[Part]> };

export interface DeviceKeys {
  readonly id: number;
  readonly macId: string;
}

/** An organisation has no room for the devices of an import. */
class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/** A network was deleted after the check of the fleet. */
class NetworkGone extends Error {
  override readonly name = 'NetworkGone';
}

/** The devices of an import. */
export function createDeviceBatchStore(models: ImportModels, transact: Transact) {
  /** Runs first, so that a conflict with a request costs no other write. */
  async function count(session: ClientSession, plans: readonly Plan<DeviceListing>[]): Promise<void> {
    const changes = new Map<number, Map<number | null, number>>();
    const come = new Map<number, number[]>();
    for (const { before, after } of plans) {
      if (before && changedFields(before, after) === null) continue;
      const byNetwork = changes.get(after.organisationId) ?? new Map<number | null, number>();
      changes.set(after.organisationId, byNetwork);
      byNetwork.set(after.locationNetworkId, (byNetwork.get(after.locationNetworkId) ?? 0) + 1);
      if (before) byNetwork.set(before.locationNetworkId, (byNetwork.get(before.locationNetworkId) ?? 0) - 1);
      else {
        const ids = come.get(after.organisationId) ?? [];
        come.set(after.organisationId, ids);
        ids.push(after._id);
      }
    }
    if (changes.size === 0) return;
    const writes = [...changes].map(([organisationId, byNetwork]) => {
      const deviceCount = [...byNetwork.values()].reduce((sum, change) => sum + change, 0);
      const room = { $lte: [{ $add: ['$deviceCount', deviceCount] }, '$noOfAps'] };
      const filter = deviceCount > 0 ? { _id: organisationId, $expr: room } : { _id: organisationId };
      const counts = { deviceCount, unassignedCount: byNetwork.get(null) ?? 0, inventoryRevision: 1 };
      const blocks = blockChanges('deviceBlocks', [], come.get(organisationId) ?? []);
      return { updateOne: { filter, update: { $inc: { ...counts, ...blocks } } } };
    });
    const { matchedCount } = await models.organisations.bulkWrite(writes, { session, ordered: false });
    if (matchedCount !== writes.length)
      throw new NoRoom('An organisation got other devices during the import and has no room for these');
    const networks = [...changes].flatMap(([organisationId, byNetwork]) =>
      [...byNetwork].flatMap(([_id, deviceCount]) => {
        if (_id === null || deviceCount === 0) return [];
        return [{ updateOne: { filter: { _id, organisationId }, update: { $inc: { deviceCount } } } }];
      }),
    );
    if (networks.length === 0) return;
    const counted = await models.networks.bulkWrite(networks, { session, ordered: false });
    if (counted.matchedCount !== networks.length)
      throw new NetworkGone('A network of these devices was deleted during the import');
  }

  /** Upgrades carry the network of their device while they are open, and its name. */
  async function follow(session: ClientSession, { changed }: Upserted<DeviceListing>): Promise<void> {
    const moved = movedOf(changed);
    if (moved.length > 0) {
      await models.upgrades.bulkWrite(
        moved.map(({ _id, organisationId, locationNetworkId }) => ({
          updateMany: {
            filter: { ...openOf(organisationId, [_id]) } as never,
            update: { $set: { locationNetworkId } },
          },
        })),
        { session, ordered: false },
      );
    }
    const renamed = changed.filter(({ before, after }) => before.name !== after.name);
    if (renamed.length === 0) return;
    const devices = renamed.map(({ after }) => after);
    await renameUpgrades(models, devices, new Date(), session);
  }

  /** Upgrades that were scheduled while the transaction ran were not visible to it. */
  async function followMoved({ changed }: Upserted<DeviceListing>): Promise<void> {
    const moved = new Map<number, number[]>();
    for (const { _id, organisationId } of movedOf(changed)) {
      const ids = moved.get(organisationId) ?? [];
      moved.set(organisationId, ids);
      ids.push(_id);
    }
    for (const [organisationId, ids] of moved) await followDevices(models, organisationId, ids, new Date());
  }

  return {
    /**
     * Brings at most 1,000 devices, with their states, claims, counts and upgrades, to what `plan` makes of them, in one
     * transaction. Writes nothing for devices that are stored like that already.
     * @throws NoRoom when an organisation would have more devices than its no_of_aps; NetworkGone
     */
    async put(
      keys: readonly DeviceKeys[],
      audit: AuditChanges,
      plan: (keys: DeviceKeys, stored: StoredDevice) => PlannedDevice,
    ): Promise<Upserted<DeviceListing>> {
      const before = ({ inserted, changed }: Upserted<object>, session?: ClientSession): Promise<void> =>
        audit([...inserted, ...changed.map(({ after }) => after)].map(organisationOf), session);
      const ids = keys.map(({ id }) => id);
      const macs = keys.map(({ macId }) => macId);
      const written = await transact(0, async (session) => {
        const devices = await readRecords<number, DeviceListing>(
          models.devices as never,
          ids,
          LISTED,
          session,
        );
        const states = await readRecords(models.deviceStates, ids, {}, session);
        const masters = await readRecords(models.masterInventory, macs, {}, session);
        const planned = keys.map((key) => {
          const device = devices.get(key.id) ?? null;
          const state = states.get(key.id) ?? null;
          const master = masters.get(key.macId) ?? null;
          const after = plan(key, { device, state, master });
          return {
            device: { before: device, after: after.device },
            state: { before: state, after: after.state },
            master: { before: master, after: after.master },
          };
        });
        const devicePlans = planned.map(({ device }) => device);
        await count(session, devicePlans);
        await writeRecords(
          models.masterInventory,
          planned.map(({ master }) => master),
          { session, before },
        );
        const stored = await writeRecords(models.devices as never, devicePlans, {
          session,
          alsoSet: derived,
          before,
        });
        await writeRecords(
          models.deviceStates,
          planned.map(({ state }) => state),
          { session, before },
        );
        await follow(session, stored);
        return stored;
      });
      await followMoved(written);
      // Committed: later batches need not write the entry again.
      await before(written);
      return written;
    },
  };
}

function movedOf(changed: Upserted<DeviceListing>['changed']): DeviceListing[] {
  return changed.flatMap(({ before, after }) =>
    before.locationNetworkId === after.locationNetworkId ? [] : [after],
  );
}

function derived(device: DeviceListing): Pick<DeviceRecord, 'searchText' | 'trigrams' | 'sort'> {
  const tagNames = device.tags.map(({ name }) => name);
  return deriveDevice({ ...device, id: device._id, tagNames });
}
