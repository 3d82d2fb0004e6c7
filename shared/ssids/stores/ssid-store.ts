import type { ClientSession } from 'mongoose';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import type { NetworkSequences } from '../../configuration/records/stores/configuration-sequences.js';
import type { EditBefore } from '../../configuration/records/domain/change-network-configuration.js';
import type { Scope } from '../../access/domain/access.js';
import { holdNetwork } from '../../inventory/stores/network-store.js';
import { isDuplicateKey, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import { escapeRegExp } from '../../platform/values/escape-regexp.js';
import { ssidImage } from '../domain/ssid-image.js';
import { ssidLookup } from '../domain/ssid-search.js';
import type { SsidModels } from '../models/models.js';
import type { NetworkSsidRecord } from '../models/network-ssid.js';
import { radiusIdsOf } from '../domain/ssid-fields.js';
import { holdRadiusServers } from './radius-server-store.js';

/** The fields of an SSID that a new or renamed one of its network must not repeat. */
export type SsidNeighbour = Pick<NetworkSsidRecord, '_id' | 'ssidName' | 'variant' | 'position'>;

/** What an update may write. */
export type SsidChange = Pick<
  NetworkSsidRecord,
  'ssidName' | 'variant' | 'searchText' | 'trigrams' | 'settings' | 'wpaKey' | 'updatedAt'
>;

/** An SSID that a search finds. */
export type FoundSsid = Pick<NetworkSsidRecord, '_id' | 'networkId' | 'ssidName'>;

interface SsidScopeFilter {
  organisationId: number;
  networkId?: { $in: number[] };
}

/** The scope as the part of a query on SSIDs that no caller can leave out. */
function ssidScope({ organisationId, networkIds }: Scope): SsidScopeFilter {
  return networkIds === 'all' ? { organisationId } : { organisationId, networkId: { $in: [...networkIds] } };
}

/** Name with variant, and position are unique in their network by index. Every change is conditional on what the caller read. */
export function createSsidStore(models: SsidModels, transact: Transact, sequences: NetworkSequences) {
  const { networkSsids } = models;

  /**
   * Makes a change of an SSID with its entry, and raises the sequence of the network's configuration; false when it
   * changes nothing, or a unique index refuses it. A new SSID needs its network: a deletion of the network also deletes
   * the record of its sequence, so that the database aborts one of the two transactions. The first SSID of a network,
   * which has no such record yet, holds the network itself.
   */
  async function logged(
    networkId: number,
    before: EditBefore,
    entry: AuditEntry,
    change: (session: ClientSession) => Promise<number>,
    isNew = false,
  ): Promise<boolean> {
    try {
      return await transact(entry.organisationId, async (session) => {
        if ((await change(session)) !== 1) return false;
        const network = { organisationId: entry.organisationId, networkId, at: entry.at, before };
        const added = await sequences.raise([network], session);
        if (isNew && added > 0) await holdNetwork(models, session, network);
        await writeEntries(models, [entry], session);
        return true;
      });
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  const inNetwork = (scope: Scope, networkId: number) => ({ $and: [ssidScope(scope), { networkId }] });

  return {
    async find(scope: Scope, id: number): Promise<NetworkSsidRecord | null> {
      return networkSsids.findOne({ ...ssidScope(scope), _id: id }).lean();
    },

    /** All SSIDs of at most 62 networks, by id: at most 16 each and 1,000 in total. */
    async ofNetworks(scope: Scope, networkIds: readonly number[]): Promise<NetworkSsidRecord[]> {
      return networkSsids
        .find({ $and: [ssidScope(scope), { networkId: { $in: [...networkIds] } }] })
        .sort({ _id: 1 })
        .batchSize(ONE_ANSWER)
        .lean();
    },

    /** Names and positions of a network's SSIDs, at most 16. */
    async neighbours(scope: Scope, networkId: number): Promise<SsidNeighbour[]> {
      return networkSsids.find(inNetwork(scope, networkId), { ssidName: 1, variant: 1, position: 1 }).lean();
    },

    /** Some SSIDs in scope whose name holds every one of these words of searchWords, up to a limit. */
    async search(scope: Scope, words: readonly string[], limit: number): Promise<FoundSsid[]> {
      const lookup = ssidLookup(words);
      if (lookup === null) return [];
      const named = words.map((word) => ({ searchText: { $regex: escapeRegExp(word) } }));
      // An organisation may have an SSID name in every network; that of a caller with few networks has few SSIDs.
      const index = scope.networkIds === 'all' ? 'organisation_trigrams' : 'network_name';
      return networkSsids
        .find({ ...ssidScope(scope), trigrams: lookup, $and: named }, { networkId: 1, ssidName: 1 })
        .limit(limit)
        .batchSize(limit + 1)
        .hint(index)
        .lean<FoundSsid[]>();
    },

    /** SSIDs in scope after an id, by id. */
    async after(scope: Scope, afterId: number, most: number): Promise<NetworkSsidRecord[]> {
      // Without fresh statistics the planner walks the ids of all organisations, or sorts the rest at every batch.
      return networkSsids
        .find({ ...ssidScope(scope), _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(most)
        .batchSize(most + 1)
        .hint({ organisationId: 1, _id: 1 })
        .lean();
    },

    /** Whether the network has an SSID, in a transaction. */
    async isUsing(organisationId: number, networkId: number, session: ClientSession): Promise<boolean> {
      return (await networkSsids.findOne({ organisationId, networkId }, { _id: 1 }, { session })) !== null;
    },

    /**
     * Adds an SSID; false when its name or position was taken in the meantime.
     * @param entry of the audit log
     * @throws AppError networkNotFound when the network was deleted
     */
    insert: (ssid: NetworkSsidRecord, entry: AuditEntry): Promise<boolean> =>
      logged(
        ssid.networkId,
        { ssids: [{ id: ssid._id, before: null }] },
        entry,
        async (session) => {
          await holdRadiusServers(models, ssid.organisationId, radiusIdsOf(ssid.settings), session);
          return (await networkSsids.create([ssid], { session })).length;
        },
        true,
      ),

    /**
     * Changes an SSID that is still at this revision; false when it is not, is gone, or another SSID of the network took
     * the name in the meantime.
     */
    update: (
      scope: Scope,
      ssid: NetworkSsidRecord,
      change: SsidChange,
      entry: AuditEntry,
    ): Promise<boolean> =>
      logged(
        ssid.networkId,
        { ssids: [{ id: ssid._id, before: ssidImage(ssid) }] },
        entry,
        async (session) => {
          const { _id, networkId, revision } = ssid;
          const asRead = { ...inNetwork(scope, networkId), _id, revision };
          const update = { $set: change, $inc: { revision: 1 } };
          const held = new Set(radiusIdsOf(ssid.settings));
          const named = radiusIdsOf(change.settings).filter((id) => !held.has(id));
          await holdRadiusServers(models, ssid.organisationId, named, session);
          return (await networkSsids.updateOne(asRead, update, { session })).modifiedCount;
        },
      ),

    /** Deletes an SSID that is still at this revision; false when it is not, or is gone. */
    async remove(scope: Scope, ssid: NetworkSsidRecord, entry: AuditEntry): Promise<boolean> {
      const { _id, networkId, revision } = ssid;
      const before = { ssids: [{ id: _id, before: ssidImage(ssid) }], deleted: [_id] };
      return logged(networkId, before, entry, async (session) => {
        const asRead = { ...inNetwork(scope, networkId), _id, revision };
        return (await networkSsids.deleteOne(asRead, { session })).deletedCount;
      });
    },
  };
}
