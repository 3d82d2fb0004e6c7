import type { ClientSession } from 'mongoose';
import { INSTALLATION } from '../../audit/domain/audit-entry.js';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { forgottenEmail } from '../domain/forgotten.js';
import type { AccessModels } from '../models/models.js';

interface UserRef {
  readonly userId: number;
  readonly organisationId: number;
}

/** Takes the names of users out of their records. */
export function createForgetStore({ users, mails, auditEntries }: AccessModels) {
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
    /** Replaces the names of a disabled user; false when it has none to replace, is not disabled, or was deleted. */
    async forget({ userId: _id, organisationId }: UserRef, session: ClientSession): Promise<boolean> {
      const email = forgottenEmail(_id);
      const { modifiedCount } = await users.updateOne(
        { _id, organisationId, disabledAt: { $ne: null }, email: { $ne: email } },
        {
          $set: { email },
          $unset: { name: 1, sso: 1, secondFactors: 1, pendingFactor: 1, recoveryCodes: 1 },
          $inc: { revision: 1, tokenGeneration: 1 },
        },
        { session },
      );
      return modifiedCount === 1;
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
