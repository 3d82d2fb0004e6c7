import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { ConfigurationModels } from '../models/models.js';

/** The keys of the SSIDs in the base of a network. */
export interface EncryptedBase {
  readonly _id: number;
  readonly organisationId: number;
  readonly base?: {
    readonly ssids: readonly {
      readonly id: number;
      readonly before: { readonly wpaKey: EncryptedText | null } | null;
    }[];
  } | null;
}

/** A key of a base, encrypted again. */
export interface ReplacedKey {
  readonly organisationId: number;
  readonly networkId: number;
  readonly ssidId: number;
  /** The text that was read. */
  readonly read: EncryptedText;
  readonly wpaKey: EncryptedText;
}

/** Every encrypted key in the bases of the installation. Key rotation has no caller, and therefore no scope. */
export interface EncryptedBaseStore {
  /** At most 1,000 networks after an id, by id, with or without a base. */
  after(afterId: number): Promise<EncryptedBase[]>;
  /** Replaces each key that is as it was read. @returns how many were replaced */
  replaceKeys(keys: readonly ReplacedKey[]): Promise<number>;
}

export function createEncryptedBaseStore({ networkConfigurations }: ConfigurationModels): EncryptedBaseStore {
  return {
    async after(afterId) {
      const fields = { organisationId: 1, 'base.ssids.id': 1, 'base.ssids.before.wpaKey': 1 };
      return networkConfigurations
        .find({ _id: { $gt: afterId } }, fields)
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<EncryptedBase[]>();
    },
    async replaceKeys(keys) {
      if (keys.length === 0) return 0;
      const updates = keys.map(({ organisationId, networkId: _id, ssidId: id, read, wpaKey }) => {
        // Every encryption has an initialisation vector of its own.
        const asRead = { $elemMatch: { id, 'before.wpaKey.iv': read.iv, 'before.wpaKey.data': read.data } };
        return {
          updateOne: {
            filter: { _id, organisationId, 'base.ssids': asRead },
            update: { $set: { 'base.ssids.$.before.wpaKey': wpaKey } },
          },
        };
      });
      const written = await networkConfigurations.collection.bulkWrite(updates as never[], {
        ordered: false,
      });
      return written.modifiedCount;
    },
  };
}
