import { authorOf, type Caller } from '../domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { AccompanyDeletion } from '../../platform/mongo/transaction.js';
import { managedAccount } from './managed-account.js';
import type { RevocationDeps } from './revoke-access-token.js';

/** Ends all browser sessions of the caller, or of a user the caller manages. @throws AppError userNotFound */
export async function endUserSessions(
  { stores, accessEpoch, now }: RevocationDeps,
  caller: Caller,
  userId: number,
  accompany: AccompanyDeletion,
): Promise<void> {
  const by = { author: authorOf(caller), at: now(), accompany };
  if (!(await stores.credentials.endSessions(managedAccount(caller, userId), by)))
    throw new AppError('userNotFound');
  await accessEpoch.change();
}
