import type { ClientSession } from 'mongoose';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import type { Scope } from '../../access/domain/access.js';
import { isDuplicateKey, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { SsidModels } from '../models/models.js';
import type { NetworkSsidRecord } from '../models/network-ssid.js';

/** The fields of an SSID that a new or renamed one of its network must not repeat. */
export type SsidNeighbour = Pick<NetworkSsidRecord, '_id' | 'ssidName' | 'slot'>;

/** What an update may write. */
export type SsidChange = Pick<NetworkSsidRecord, 'ssidName' | 'settings' | 'wpaKey' | 'updatedAt'>;

export interface SsidStore {
  find(scope: Scope, id: number): Promise<NetworkSsidRecord | null>;
  /** All SSIDs of at most 62 networks, by id: at most 16 each and 1,000 in total. */
  ofNetworks(scope: Scope, networkIds: readonly number[]): Promise<NetworkSsidRecord[]>;
  /** Names and slots of a network's SSIDs, at most 16. */
  neighbours(scope: Scope, networkId: number): Promise<SsidNeighbour[]>;
  /** SSIDs in scope after an id, by id. */
  after(scope: Scope, afterId: number, most: number): Promise<NetworkSsidRecord[]>;
  /** Adds an SSID; false when its name or slot was taken in the meantime. @param entry of the audit log */
  insert(ssid: NetworkSsidRecord, entry: AuditEntry): Promise<boolean>;
  /**
   * Changes an SSID that is still at this revision; false when it is not, is gone, or another SSID of the network took
   * the name in the meantime.
   */
  update(scope: Scope, ssid: NetworkSsidRecord, change: SsidChange, entry: AuditEntry): Promise<boolean>;
  /** Deletes an SSID that is still in this network; false when it is not. */
  remove(scope: Scope, ssid: NetworkSsidRecord, entry: AuditEntry): Promise<boolean>;
}

interface SsidScopeFilter {
  organisationId: number;
  networkId?: { $in: number[] };
}

/** The scope as the part of a query on SSIDs that no caller can leave out. */
function ssidScope({ organisationId, networkIds }: Scope): SsidScopeFilter {
  return networkIds === 'all' ? { organisationId } : { organisationId, networkId: { $in: [...networkIds] } };
}

/** Name and slot are unique in their network by index. Every change is conditional on what the caller read. */
export function createSsidStore(models: SsidModels, transact: Transact): SsidStore {
  const { networkSsids } = models;

  /** Makes a change with its entry; false when it changes nothing, or a unique index refuses it. */
  async function logged(
    entry: AuditEntry,
    change: (session: ClientSession) => Promise<number>,
  ): Promise<boolean> {
    try {
      return await transact(entry.organisationId, async (session) => {
        const changed = (await change(session)) === 1;
        if (changed) await writeEntries(models, [entry], session);
        return changed;
      });
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  const inNetwork = (scope: Scope, networkId: number) => ({ $and: [ssidScope(scope), { networkId }] });

  return {
    async find(scope, id) {
      return networkSsids.findOne({ ...ssidScope(scope), _id: id }).lean();
    },

    async ofNetworks(scope, networkIds) {
      return networkSsids
        .find({ $and: [ssidScope(scope), { networkId: { $in: [...networkIds] } }] })
        .sort({ _id: 1 })
        .batchSize(ONE_ANSWER)
        .lean();
    },

    async neighbours(scope, networkId) {
      return networkSsids.find(inNetwork(scope, networkId), { ssidName: 1, slot: 1 }).lean();
    },

    async after(scope, afterId, most) {
      // Without fresh statistics the planner walks the ids of all organisations, or sorts the rest at every batch.
      return networkSsids
        .find({ ...ssidScope(scope), _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(most)
        .batchSize(most + 1)
        .hint({ organisationId: 1, _id: 1 })
        .lean();
    },

    insert: (ssid, entry) =>
      logged(entry, async (session) => (await networkSsids.create([ssid], { session })).length),

    update: (scope, { _id, networkId, revision }, change, entry) =>
      logged(entry, async (session) => {
        const asRead = { ...inNetwork(scope, networkId), _id, revision };
        const update = { $set: change, $inc: { revision: 1 } };
        return (await networkSsids.updateOne(asRead, update, { session })).modifiedCount;
      }),

    remove: (scope, { _id, networkId }, entry) =>
      logged(entry, async (session) => {
        const there = { ...inNetwork(scope, networkId), _id };
        return (await networkSsids.deleteOne(there, { session })).deletedCount;
      }),
  };
}
