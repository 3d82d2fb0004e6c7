import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { addToBulkEntry } from '../../audit/stores/write-entries.js';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { SsidModels } from '../models/models.js';
import type { NetworkSsidRecord } from '../models/network-ssid.js';

export type EncryptedSsid = Pick<NetworkSsidRecord, '_id' | 'revision' | 'wpaKey'>;

/** Every encrypted wpa_key of the installation. Key rotation has no caller, and therefore no scope. */
export function createEncryptedKeyStore(models: SsidModels, transact: Transact) {
  const { networkSsids } = models;
  return {
    /** At most 1,000 SSIDs after an id, by id. */
    async ssidsAfter(afterId: number): Promise<EncryptedSsid[]> {
      return networkSsids
        .find({ _id: { $gt: afterId } }, { revision: 1, wpaKey: 1 })
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean();
    },
    /**
     * Replaces the key of each SSID that has not changed since it was read. The revision grows, so that a writer that
     * read the old text cannot write it back.
     * @param entry of the audit log, which the transaction adds to
     * @returns how many were replaced
     */
    async replaceKeys(
      ssids: readonly (EncryptedSsid & { readonly wpaKey: EncryptedText })[],
      entry: AuditEntry,
    ): Promise<number> {
      if (ssids.length === 0) return 0;
      return transact(entry.organisationId, async (session) => {
        const { modifiedCount } = await networkSsids.bulkWrite(
          ssids.map(({ _id, revision, wpaKey }) => ({
            updateOne: { filter: { _id, revision }, update: { $set: { wpaKey }, $inc: { revision: 1 } } },
          })),
          { session, ordered: false },
        );
        await addToBulkEntry(models, entry, { count: modifiedCount, names: [] }, session);
        return modifiedCount;
      });
    },
  };
}
