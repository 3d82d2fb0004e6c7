import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { SsidModels } from '../models/models.js';
import type { RadiusServerRecord } from '../models/radius-server.js';

export type EncryptedRadiusServer = Pick<RadiusServerRecord, '_id' | 'organisationId' | 'secret'>;

/** A secret that was encrypted again. */
export interface ReplacedSecret {
  readonly read: EncryptedRadiusServer & { readonly secret: EncryptedText };
  readonly secret: EncryptedText;
}

/** The secrets of every RADIUS server of the installation. Key rotation has no caller, and therefore no scope. */
export function createEncryptedRadiusStore({ radiusServers }: SsidModels) {
  return {
    /** At most 1,000 servers after an id, by id. */
    async after(afterId: number): Promise<EncryptedRadiusServer[]> {
      return radiusServers
        .find({ _id: { $gt: afterId } }, { organisationId: 1, secret: 1 })
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean();
    },
    /**
     * Replaces each secret that is as it was read. The revision grows, so that a change that read the old text does not
     * copy it to the base of a network.
     * @returns how many were replaced
     */
    async replace(secrets: readonly ReplacedSecret[]): Promise<number> {
      if (secrets.length === 0) return 0;
      const updates = secrets.map(({ read: { _id, organisationId, secret: read }, secret }) => ({
        updateOne: {
          filter: { _id, organisationId, 'secret.iv': read.iv, 'secret.data': read.data },
          update: { $set: { secret }, $inc: { revision: 1 } },
        },
      }));
      const written = await radiusServers.bulkWrite(updates, { ordered: false });
      return written.modifiedCount;
    },
  };
}
