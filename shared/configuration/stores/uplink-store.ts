import type { ClientSession } from 'mongoose';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { addToBulkEntry } from '../../audit/stores/write-entries.js';
import type { Scope } from '../../access/domain/access.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import type { DeviceEventRecord } from '../../inventory/models/device-event.js';
import type { UplinkRecord } from '../../inventory/models/uplink.js';
import { OWN_CHANGE } from '../records/stores/configuration-sequences.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import type { Accompany, Transact } from '../../platform/mongo/transaction.js';

/** An uplink that is to be added; its secrets are encrypted for its id. */
export type WantedUplink = Pick<UplinkRecord, '_id' | 'uplinkType' | 'details' | 'secrets'>;

/** The uplinks that a device is to have. */
export interface WantedUplinks {
  /** The template that they are from. */
  readonly templateName: string;
  readonly deviceId: number;
  readonly macId: string;
  readonly uplinks: readonly WantedUplink[];
}

/** Uplinks of devices. A replaced uplink is flagged deleted and expires later. */
export function createUplinkStore(models: InventoryModels, transact: Transact) {
  /** Devices are written first, so that concurrent writers of the same device wait or restart. */
  async function save(session: ClientSession, scope: Scope, deviceIds: number[]): Promise<Set<number>> {
    const inScope = { ...deviceScope(scope), _id: { $in: deviceIds } };
    const $inc = { revision: 1, ...OWN_CHANGE };
    const saved = await models.devices.updateMany(inScope, { $inc }, { session });
    if (saved.matchedCount === deviceIds.length) return new Set(deviceIds);
    const found = await models.devices.find(inScope, { _id: 1 }, { session, batchSize: ONE_ANSWER }).lean();
    return new Set(found.map((device) => device._id));
  }

  return {
    /**
     * Flags the uplinks of at most 1,000 devices as deleted and adds the wanted ones, with an event of each device, in one
     * transaction.
     * @param entry of the audit log, which the transaction adds to; no two calls with one entry have a device in common
     * @param accompany takes the ids of the devices that the transaction saves
     * @returns the ids of the devices that were saved: those in scope
     */
    async replace(
      scope: Scope,
      wanted: readonly WantedUplinks[],
      at: Date,
      entry: AuditEntry,
      accompany?: Accompany<readonly number[]>,
    ): Promise<Set<number>> {
      const { organisationId } = scope;
      const records = wanted
        .flatMap(({ deviceId, uplinks }) => uplinks.map((uplink) => ({ deviceId, ...uplink })))
        .map((uplink): UplinkRecord => ({
          organisationId,
          ...uplink,
          isDeleted: false,
          deletedAt: null,
          createdAt: at,
        }));
      return transact(organisationId, async (session) => {
        const saved = await save(
          session,
          scope,
          wanted.map((device) => device.deviceId),
        );
        await models.uplinks.updateMany(
          { organisationId, deviceId: { $in: [...saved] }, isDeleted: false },
          { $set: { isDeleted: true, deletedAt: at } },
          { session },
        );
        const added = records.filter((uplink) => saved.has(uplink.deviceId));
        if (added.length > 0) await models.uplinks.insertMany(added, { session, lean: true });
        const configured = wanted.filter(({ deviceId }) => saved.has(deviceId));
        const events = configured.map((device) => configuredEvent(organisationId, device, at, entry));
        if (events.length > 0) await models.deviceEvents.insertMany(events, { session, lean: true });
        const names = configured.map(({ macId }) => macId);
        await addToBulkEntry(models, entry, { count: saved.size, names }, session);
        if (saved.size > 0) await accompany?.([...saved], session);
        return saved;
      });
    },
  };
}

function configuredEvent(
  organisationId: number,
  { deviceId, templateName }: WantedUplinks,
  at: Date,
  { id }: AuditEntry,
): DeviceEventRecord {
  return {
    _id: `${deviceId}:${id}:configured`,
    organisationId,
    deviceId,
    at,
    kind: 'configured',
    planned: null,
    before: null,
    after: templateName,
  };
}
