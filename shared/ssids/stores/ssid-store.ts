import type { Scope } from '../../access/domain/access.js';
import { isDuplicateKey, ONE_ANSWER } from '../../platform/mongo/batches.js';
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
  /** Adds an SSID; false when its name or slot was taken in the meantime. */
  insert(ssid: NetworkSsidRecord): Promise<boolean>;
  /**
   * Changes an SSID that is still at this revision; false when it is not, is gone, or another SSID of the network took
   * the name in the meantime.
   */
  update(scope: Scope, ssid: NetworkSsidRecord, change: SsidChange): Promise<boolean>;
  /** Deletes an SSID that is still in this network; false when it is not. */
  remove(scope: Scope, ssid: NetworkSsidRecord): Promise<boolean>;
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
export function createSsidStore({ networkSsids }: SsidModels): SsidStore {
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

    async insert(ssid) {
      try {
        await networkSsids.create(ssid);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async update(scope, { _id, networkId, revision }, change) {
      try {
        const { modifiedCount } = await networkSsids.updateOne(
          { ...inNetwork(scope, networkId), _id, revision },
          { $set: change, $inc: { revision: 1 } },
        );
        return modifiedCount === 1;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async remove(scope, { _id, networkId }) {
      const { deletedCount } = await networkSsids.deleteOne({ ...inNetwork(scope, networkId), _id });
      return deletedCount === 1;
    },
  };
}
