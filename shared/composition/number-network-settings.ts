import type { NetworkSsidRecord } from '../ssids/models/network-ssid.js';
import { walkById } from '../platform/mongo/batches.js';
import type { DataMigration } from './data-migration.js';

type Found = Pick<NetworkSsidRecord, '_id' | 'organisationId' | 'networkId'>;

/**
 * Gives the networks that have SSIDs from before configurations were numbered their first sequence. Their next edit has
 * these settings as its base, so that one device of each hardware part gets it first.
 */
export const numberNetworkSettings: DataMigration = {
  name: 'number-network-settings',
  async run({ networkSsids, networkConfigurations }) {
    const changedAt = new Date();
    const fields = { organisationId: 1, networkId: 1 };
    for await (const batch of walkById<Found, NetworkSsidRecord>(networkSsids, {}, fields)) {
      const networks = new Map(batch.map(({ networkId, organisationId }) => [networkId, organisationId]));
      await networkConfigurations.bulkWrite(
        [...networks].map(([_id, organisationId]) => ({
          updateOne: {
            filter: { _id, organisationId },
            update: { $setOnInsert: { seq: 1, changedAt } },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    }
  },
};
