import { authorOf, type Caller } from '../domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { SortedPage, SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { AccompanyDeletion } from '../../platform/mongo/transaction.js';
import type { AccessDeps } from '../deps.js';
import type { ListedToken } from '../stores/credential-store.js';
import { managedAccount } from './managed-account.js';
import type { RevocationDeps } from './revoke-access-token.js';

/** One page of the caller's browser sessions. @throws AppError unauthenticated when the caller was deleted meanwhile */
export async function listOwnSessions(
  { stores, now }: Pick<AccessDeps, 'stores' | 'now'>,
  caller: Caller,
  page: SortedPageRequest,
): Promise<SortedPage<ListedToken>> {
  const account = managedAccount(caller, caller.userId);
  const found = await stores.credentials.list(account, now(), page, 'session');
  if (!found) throw new AppError('unauthenticated');
  return found;
}

/** Ends one browser session of the caller. @throws AppError accessTokenNotFound */
export async function endOwnSession(
  { stores, accessEpoch, now }: RevocationDeps,
  caller: Caller,
  id: string,
  accompany: AccompanyDeletion,
): Promise<void> {
  const { organisationId, userId } = caller;
  const by = { author: authorOf(caller), at: now(), accompany };
  if (!(await stores.credentials.revoke({ organisationId, userId }, id, by, 'session')))
    throw new AppError('accessTokenNotFound');
  await accessEpoch.change();
}

/** Ends all browser sessions of the caller but for that of the request. Access tokens stay valid. */
export async function endOtherSessions(
  { stores, accessEpoch, now }: RevocationDeps,
  caller: Caller,
  sessionHash: string,
  accompany: AccompanyDeletion,
): Promise<void> {
  const by = { author: authorOf(caller), at: now(), accompany, keeps: sessionHash };
  await stores.credentials.endSessions(managedAccount(caller, caller.userId), by);
  await accessEpoch.change();
}
