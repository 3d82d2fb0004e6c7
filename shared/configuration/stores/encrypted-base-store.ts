import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { ConfigurationModels } from '../models/models.js';

/** The secrets in the base of a network. */
export interface EncryptedBase {
  readonly _id: number;
  readonly organisationId: number;
  readonly base?: {
    readonly ssids: readonly {
      readonly id: number;
      readonly before: { readonly wpaKey: EncryptedText | null } | null;
    }[];
    readonly servers?: readonly {
      readonly id: number;
      readonly before: { readonly secret: EncryptedText | null } | null;
    }[];
  } | null;
}

/** A secret of a base, encrypted again. */
export interface ReplacedText {
  readonly organisationId: number;
  readonly networkId: number;
  /** Where it is: the key of an SSID, or the secret of a RADIUS server. */
  readonly field: 'ssids.wpaKey' | 'servers.secret';
  /** Of the SSID or the server. */
  readonly id: number;
  /** The text that was read. */
  readonly read: EncryptedText;
  readonly text: EncryptedText;
}

/** Every secret in the bases of the installation. Key rotation has no caller, and therefore no scope. */
export function createEncryptedBaseStore({ networkConfigurations }: ConfigurationModels) {
  return {
    /** At most 1,000 networks after an id, by id, with or without a base. */
    async after(afterId: number): Promise<EncryptedBase[]> {
      const fields = {
        organisationId: 1,
        'base.ssids.id': 1,
        'base.ssids.before.wpaKey': 1,
        'base.servers.id': 1,
        'base.servers.before.secret': 1,
      };
      return networkConfigurations
        .find({ _id: { $gt: afterId } }, fields)
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<EncryptedBase[]>();
    },
    /** Replaces each text that is as it was read. @returns how many were replaced */
    async replace(texts: readonly ReplacedText[]): Promise<number> {
      if (texts.length === 0) return 0;
      const updates = texts.map(({ organisationId, networkId: _id, field, id, read, text }) => {
        const [list, name] = field.split('.') as [string, string];
        // Every encryption has an initialisation vector of its own.
        const asRead = { id, [`before.${name}.iv`]: read.iv, [`before.${name}.data`]: read.data };
        return {
          updateOne: {
            filter: { _id, organisationId, [`base.${list}`]: { $elemMatch: asRead } },
            update: { $set: { [`base.${list}.$.before.${name}`]: text } },
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
