import { authorOf, type Caller } from '../../domain/access.js';
import { accountEntry } from '../../domain/account-entry.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { AccompanyDeletion } from '../../../platform/mongo/transaction.js';
import { requireRevision } from '../../../platform/values/revision.js';
import { findUser } from './find-user.js';
import { MAX_TRIES, type UserDeps, type UserPatch } from './update-user.js';
import { auditedUser } from './user-entry.js';

/**
 * Deletes a user; its tokens and sessions end. A user that changes in between is read and judged again.
 * @throws AppError forbidden, userNotFound, revisionChanged; overloaded when all tries fail
 */
export async function deleteUser(
  deps: UserDeps,
  caller: Caller,
  { id, revisions }: Pick<UserPatch, 'id' | 'revisions'>,
  accompany: AccompanyDeletion,
): Promise<void> {
  const { stores, now, accessEpoch } = deps;
  const { organisationId } = caller;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const user = await findUser(deps, caller, id);
    if (id === caller.userId) throw new AppError('forbidden');
    requireRevision(user, revisions);
    const fields = { at: now(), before: auditedUser(user) };
    const entry = accountEntry({ userId: id, organisationId }, 'user.deleted', authorOf(caller), fields);
    const isRemoved = await stores.transactUncounted(async (session) => {
      if (!(await stores.users.remove(user, session))) return false;
      await stores.audit.write([entry], session);
      await accompany(session);
      return true;
    });
    if (!isRemoved) continue;
    await accessEpoch.change();
    return;
  }
  throw new AppError('overloaded');
}
