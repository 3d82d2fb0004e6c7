import type { Caller } from '../domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { SortedPage, SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { ListedToken } from '../stores/credential-store.js';
import type { AccessDeps } from '../deps.js';
import { managedAccount } from './managed-account.js';

/** One page of the tokens and sessions of a user, by default of the caller. @throws AppError userNotFound */
export async function listAccessTokens(
  { stores, now }: Pick<AccessDeps, 'stores' | 'now'>,
  caller: Caller,
  userId: number | undefined,
  page: SortedPageRequest,
): Promise<SortedPage<ListedToken>> {
  const account = managedAccount(caller, userId ?? caller.userId);
  const found = await stores.credentials.list(account, now(), page);
  if (!found) throw new AppError('userNotFound');
  return found;
}
