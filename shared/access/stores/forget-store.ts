import type { ClientSession } from 'mongoose';
import { INSTALLATION } from '../../audit/domain/audit-entry.js';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { forgottenEmail } from '../domain/forgotten.js';
import type { AccessModels } from '../models/models.js';

interface UserRef {
  readonly userId: number;
  readonly organisationId: number;
}

/** What a user has chosen, and signs in with. */
const OWN = {
  name: 1,
  locale: 1,
  timeZone: 1,
  notifications: 1,
  lastSignInAt: 1,
  sso: 1,
  secondFactors: 1,
  pendingFactor: 1,
  recoveryCodes: 1,
} as const;

/** Takes the names of users out of their records. */
export function createForgetStore({ accessTokens, users, mails, auditEntries }: AccessModels) {
  return {
    /** Whether a user has ever been in an organisation, which its entries of the audit log show after it was deleted. */
    async isKnown({ userId, organisationId }: UserRef): Promise<boolean> {
      const subject = `user:${userId}`;
      const entry = await auditEntries
        .findOne({ organisationId, subject }, { _id: 1 })
        .hint('organisation_subject_at')
        .lean();
      return entry !== null;
    },
    /**
     * Leaves the number and the rights of a disabled user, and deletes its tokens and sessions. Repeating it changes nothing.
     * @returns false when the user is not disabled, or was deleted
     */
    async forget({ userId, organisationId }: UserRef, session: ClientSession): Promise<boolean> {
      const email = forgottenEmail(userId);
      const known = { _id: userId, organisationId };
      const { matchedCount } = await users.updateOne(
        { ...known, disabledAt: { $ne: null }, email: { $ne: email } },
        {
          $set: { email, passwordHash: null },
          $unset: OWN,
          $inc: { revision: 1, tokenGeneration: 1 },
        },
        { session },
      );
      if (matchedCount === 0) return (await users.exists({ ...known, email }).session(session)) !== null;
      await accessTokens.deleteMany({ organisationId, userId }, { session });
      return true;
    },
    /** Deletes at most 1,000 mails to a user. @returns whether there may be more */
    async deleteMails({ userId, organisationId }: UserRef): Promise<boolean> {
      let isMore = false;
      // A link that a visitor has asked for is mailed in the name of the installation.
      for (const holder of [organisationId, INSTALLATION]) {
        const found = await mails
          .find({ organisationId: holder, userId }, { _id: 1 })
          .sort({ _id: 1 })
          .hint('user')
          .limit(BATCH)
          .batchSize(ONE_ANSWER)
          .lean();
        if (found.length === 0) continue;
        await mails.deleteMany({ organisationId: holder, userId, _id: { $in: found.map(({ _id }) => _id) } });
        isMore ||= found.length === BATCH;
      }
      return isMore;
    },
  };
}
