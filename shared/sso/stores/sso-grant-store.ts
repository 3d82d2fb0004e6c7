import type { ClientSession } from 'mongoose';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { replaceTexts, type ReplacedText } from '../../platform/mongo/reencrypt.js';
import type { SsoGrantRecord } from '../models/sso-grant.js';
import type { SsoModels } from '../models/models.js';

/** Locates a grant, as it was read. */
type ReadGrant = Pick<SsoGrantRecord, '_id' | 'organisationId' | 'revision'>;

/** What providers have granted for users. */
export function createSsoGrantStore({ accessTokens, ssoGrants }: SsoModels) {
  const asRead = ({ _id, organisationId, revision }: ReadGrant) => ({ _id, organisationId, revision });
  return {
    /** Writes the grant of a sign-in, in the place of the one before. */
    async put(
      { _id, organisationId, ...grant }: Omit<SsoGrantRecord, 'revision'>,
      session: ClientSession,
    ): Promise<void> {
      await ssoGrants.updateOne(
        { _id, organisationId },
        { $set: grant, $inc: { revision: 1 } },
        { session, upsert: true },
      );
    },
    /** Grants of all organisations whose provider is to be asked, the longest due first. */
    async due(now: Date, limit: number): Promise<SsoGrantRecord[]> {
      return ssoGrants
        .find({ dueAt: { $lte: now } })
        .sort({ dueAt: 1 })
        .hint('due')
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    /** Whether a user has a session or token that a grant keeps alive. */
    async isUsed({ _id, organisationId }: ReadGrant, now: Date): Promise<boolean> {
      const held = { organisationId, userId: _id, expiresAt: { $gt: now } };
      return (await accessTokens.findOne(held, { _id: 1 }).hint('organisation_user_newest').lean()) !== null;
    },
    /** Changes a grant that no sign-in has replaced since it was read; false when one has. */
    async change(
      read: ReadGrant,
      change: Partial<Pick<SsoGrantRecord, 'refreshToken' | 'confirmedAt' | 'dueAt'>>,
    ): Promise<boolean> {
      const update = { $set: change, $inc: { revision: 1 } };
      return (await ssoGrants.updateOne(asRead(read), update)).matchedCount === 1;
    },
    /** Removes a grant that no sign-in has replaced since it was read; false when one has. */
    async remove(read: ReadGrant, session?: ClientSession): Promise<boolean> {
      const options = session === undefined ? {} : { session };
      return (await ssoGrants.deleteOne(asRead(read), options)).deletedCount === 1;
    },
    /** Has the provider of a user asked at once. */
    async askNow(organisationId: number, userId: number, now: Date, session: ClientSession): Promise<void> {
      await ssoGrants.updateOne({ _id: userId, organisationId }, { $min: { dueAt: now } }, { session });
    },
    /** At most 1,000 refresh tokens of the installation, by user. Key rotation has no caller, and therefore no scope. */
    async tokensAfter(
      userId: number,
    ): Promise<Pick<SsoGrantRecord, '_id' | 'organisationId' | 'refreshToken'>[]> {
      return ssoGrants
        .find({ _id: { $gt: userId } }, { organisationId: 1, refreshToken: 1 })
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean();
    },
    /** Replaces each refresh token that is as it was read. @returns how many were replaced */
    replaceTokens: (texts: readonly ReplacedText[]): Promise<number> => replaceTexts(ssoGrants, texts),
  };
}
