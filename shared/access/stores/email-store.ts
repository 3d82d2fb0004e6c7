import type { ClientSession } from 'mongoose';
import type { AccessModels } from '../models/models.js';
import type { PasswordLinkRecord } from '../models/password-link.js';
import { ofGeneration } from './token-records.js';
import { requireFreeEmail, uniqueEmail } from './unique-email.js';

/** The emails of users and operators of the installation. */
export function createEmailStore({ users, operators }: AccessModels) {
  return {
    /**
     * Gives an account the email of a link, if it is as it was when the link was made; false when it is not.
     * @throws AppError settingsInvalid when another account has the email
     */
    async change(
      { userId: _id, organisationId, email, newEmail, role, generation }: PasswordLinkRecord,
      session: ClientSession,
    ): Promise<boolean> {
      if (newEmail === undefined) return false;
      const tokenGeneration = ofGeneration(generation).generation;
      const asThen = { _id, email, tokenGeneration, disabledAt: null };
      if (organisationId === null) {
        await requireFreeEmail(users, newEmail, session);
        const set = operators.updateOne(asThen as never, { $set: { email: newEmail } }, { session });
        return (await uniqueEmail(set.exec())).matchedCount === 1;
      }
      await requireFreeEmail(operators, newEmail, session);
      const set = users.updateOne(
        { ...asThen, organisationId, role } as never,
        { $set: { email: newEmail }, $inc: { revision: 1 } },
        { session },
      );
      return (await uniqueEmail(set.exec())).matchedCount === 1;
    },
  };
}
