import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { SsidModels } from '../models/models.js';
import type { NetworkSsidRecord } from '../models/network-ssid.js';

export type SealedSsid = Pick<NetworkSsidRecord, '_id' | 'revision' | 'wpaKey'>;

/** Every sealed text of the installation; for the rotation of keys, which has no caller and so no scope. */
export interface SealedTextStore {
  /** The SSIDs after an id, by id, at most 1,000. One round trip. */
  ssidsAfter(afterId: number): Promise<SealedSsid[]>;
  /**
   * Replaces the sealed text of each SSID that has not changed since it was read, and gives how many that were. The
   * revision grows, so that a writer that read the replaced text cannot write it back. One round trip.
   */
  reseal(ssids: readonly (SealedSsid & { readonly wpaKey: EncryptedText })[]): Promise<number>;
}

export function createSealedTextStore({ networkSsids }: SsidModels): SealedTextStore {
  return {
    async ssidsAfter(afterId) {
      return networkSsids
        .find({ _id: { $gt: afterId } }, { revision: 1, wpaKey: 1 })
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean();
    },
    async reseal(ssids) {
      if (ssids.length === 0) return 0;
      const { modifiedCount } = await networkSsids.bulkWrite(
        ssids.map(({ _id, revision, wpaKey }) => ({
          updateOne: { filter: { _id, revision }, update: { $set: { wpaKey }, $inc: { revision: 1 } } },
        })),
        { ordered: false },
      );
      return modifiedCount;
    },
  };
}
