import type { Caller } from '../domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import { managedAccount } from './managed-account.js';
import type { RevocationDeps } from './revoke-access-token.js';

/** Revokes all tokens and sessions of the caller, or of a user the caller manages. @throws AppError userNotFound */
export async function revokeUserAccessTokens(
  { stores, accessEpoch }: RevocationDeps,
  caller: Caller,
  userId: number,
): Promise<void> {
  if (!(await stores.credentials.revokeAll(managedAccount(caller, userId))))
    throw new AppError('userNotFound');
  await accessEpoch.change();
}
