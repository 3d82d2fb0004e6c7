import type { Scope } from '../../access/domain/access.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { InventoryModels } from '../models/models.js';
import type { NetworkRecord } from '../models/network.js';
import { networkScope } from './device-store.js';

export interface NetworkStore {
  find(scope: Scope, id: number): Promise<NetworkRecord | null>;
  /** The network of exactly this name in scope; if there are several, the one with the lowest id. */
  findByName(scope: Scope, name: string): Promise<NetworkRecord | null>;
  /** The names of at most 1,000 networks, by id; those outside the scope are missing. */
  namesOf(scope: Scope, ids: readonly number[]): Promise<Map<number, string>>;
}

/** Reads of location networks; the scope is part of every query. */
export function createNetworkStore({ networks }: InventoryModels): NetworkStore {
  return {
    async find(scope, id) {
      return networks.findOne({ $and: [networkScope(scope), { _id: id }] }).lean();
    },
    async findByName(scope, networkName) {
      return networks
        .findOne({ ...networkScope(scope), networkName })
        .sort({ _id: 1 })
        .lean();
    },
    async namesOf(scope, ids) {
      if (ids.length === 0) return new Map();
      const found = await networks
        .find({ $and: [networkScope(scope), { _id: { $in: [...ids] } }] }, { networkName: 1 })
        .batchSize(ONE_ANSWER)
        .lean();
      return new Map(found.map((network) => [network._id, network.networkName]));
    },
  };
}
