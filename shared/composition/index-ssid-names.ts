import { walkById } from '../platform/mongo/batches.js';
import { deriveSsid } from '../ssids/domain/ssid-search.js';
import type { NetworkSsidRecord } from '../ssids/models/network-ssid.js';
import type { DataMigration } from './data-migration.js';

type Named = Pick<NetworkSsidRecord, '_id' | 'organisationId' | 'ssidName'>;

/**
 * Adds the search text and the trigrams of names to SSIDs. An SSID is written only if it still has the name that was
 * read. A search does not find SSIDs that an older version creates later.
 */
export const indexSsidNames: DataMigration = {
  name: 'index-ssid-names',
  async run({ networkSsids }) {
    const named = { organisationId: 1, ssidName: 1 };
    for await (const batch of walkById<Named, NetworkSsidRecord>(networkSsids, {}, named))
      await networkSsids.bulkWrite(
        batch.map(({ _id, organisationId, ssidName }) => ({
          updateOne: { filter: { _id, organisationId, ssidName }, update: { $set: deriveSsid(ssidName) } },
        })),
        { ordered: false },
      );
  },
};
