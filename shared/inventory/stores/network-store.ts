import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import type { Scope } from '../../access/domain/access.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import { storedHours, type NetworkHours } from '../domain/network-hours.js';
import type { InventoryModels } from '../models/models.js';
import type { NetworkRecord } from '../models/network.js';
import { networkScope } from './device-store.js';

export interface NetworkStore {
  find(scope: Scope, id: number): Promise<NetworkRecord | null>;
  /** The network of exactly this name in scope; if there are several, the one with the lowest id. */
  findByName(scope: Scope, name: string): Promise<NetworkRecord | null>;
  /** The names of at most 1,000 networks, by id; those outside the scope are missing. */
  namesOf(scope: Scope, ids: readonly number[]): Promise<Map<number, string>>;
  /** Networks by id, after one of them. */
  page(scope: Scope, after: number, limit: number): Promise<NetworkRecord[]>;
  /**
   * Changes the hours of a network and writes the entry of the change, in one transaction; null when there is no such
   * network in scope.
   */
  setHours(
    scope: Scope,
    id: number,
    hours: Partial<NetworkHours>,
    entryOf: (before: NetworkHours, after: NetworkHours) => AuditEntry,
  ): Promise<NetworkRecord | null>;
}

/** Location networks; the scope is part of every query. */
export function createNetworkStore(models: InventoryModels, transact: Transact): NetworkStore {
  const { networks } = models;
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
    async page(scope, after, limit) {
      return networks
        .find({ $and: [networkScope(scope), { _id: { $gt: after } }] })
        .sort({ _id: 1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    setHours(scope, id, hours, entryOf) {
      return transact(scope.organisationId, async (session) => {
        const one = { $and: [networkScope(scope), { _id: id }] };
        const before = await networks.findOne(one, {}, { session }).lean();
        if (!before) return null;
        const { timeZone = null, windows = null } = before;
        const old = { time_zone: timeZone, windows };
        const set = { ...old, ...hours };
        await writeEntries(models, [entryOf(old, set)], session);
        return networks
          .findOneAndUpdate(one, { $set: storedHours(set) }, { session, returnDocument: 'after' })
          .lean();
      });
    },
  };
}
