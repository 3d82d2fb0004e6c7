import type { Caller } from '../domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { ListedToken, TokenPage } from '../stores/credential-store.js';
import type { AccessDeps } from '../deps.js';
import { managedAccount } from './managed-account.js';

/** One page of the tokens and sessions of a user, by default of the caller. @throws AppError userNotFound */
export async function listAccessTokens(
  { stores, now }: Pick<AccessDeps, 'stores' | 'now'>,
  caller: Caller,
  userId: number | undefined,
  { limit, after }: TokenPage,
): Promise<{ tokens: ListedToken[]; hasMore: boolean }> {
  const account = managedAccount(caller, userId ?? caller.userId);
  const found = await stores.credentials.list(account, now(), { limit: limit + 1, after });
  if (!found) throw new AppError('userNotFound');
  return { tokens: found.slice(0, limit), hasMore: found.length > limit };
}
