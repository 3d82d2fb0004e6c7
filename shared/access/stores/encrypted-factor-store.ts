import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { AccessModels } from '../models/models.js';
import type { AppRecord, SecondFactorRecord } from '../models/second-factor.js';

/** An account with second factors; operators of the installation have no organisation. */
export interface FactorHolder {
  readonly _id: number;
  readonly organisationId?: number;
  readonly secondFactors?: SecondFactorRecord[];
}

/** A secret to be replaced, as it was read. */
export interface ReplacedFactor {
  readonly holder: FactorHolder;
  readonly read: AppRecord;
  readonly secret: EncryptedText;
}

export type HolderKind = 'users' | 'operators';

/** The secrets of second factors of the installation. Key rotation has no caller, and therefore no scope. */
export function createEncryptedFactorStore({ users, operators }: AccessModels) {
  const collectionOf = (kind: HolderKind) => (kind === 'users' ? users.collection : operators.collection);
  return {
    /** At most 1,000 accounts with a factor after an id, by id. */
    async after(kind: HolderKind, afterId: number): Promise<FactorHolder[]> {
      const found = await collectionOf(kind)
        .find(
          { _id: { $gt: afterId as never }, 'secondFactors.0': { $exists: true } },
          { projection: { organisationId: 1, secondFactors: 1 }, batchSize: ONE_ANSWER },
        )
        .sort({ _id: 1 })
        .limit(BATCH)
        .toArray();
      return found as unknown as FactorHolder[];
    },
    /** Replaces secrets that have not changed since they were read. @returns how many */
    async replace(kind: HolderKind, replaced: readonly ReplacedFactor[]): Promise<number> {
      if (replaced.length === 0) return 0;
      const updates = replaced.map(({ holder: { _id, organisationId }, read, secret }) => ({
        updateOne: {
          filter: {
            _id: _id as never,
            ...(organisationId === undefined ? {} : { organisationId }),
            secondFactors: { $elemMatch: { id: read.id, 'secret.iv': read.secret.iv } },
          },
          update: { $set: { 'secondFactors.$.secret': secret } },
        },
      }));
      const { matchedCount } = await collectionOf(kind).bulkWrite(updates, { ordered: false });
      return matchedCount;
    },
  };
}
