import { managedRoles, requireUserManager, type Caller } from '../../domain/access.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { SortedPage, SortedPageRequest } from '../../../platform/mongo/sorted-page.js';
import type { AccessDeps } from '../../deps.js';
import type { UserRecord } from '../../models/user.js';
import { managedAccount } from '../managed-account.js';

/** A user that the caller manages, or the caller. @throws AppError forbidden, userNotFound */
export async function findUser(
  { stores }: Pick<AccessDeps, 'stores'>,
  caller: Caller,
  id: number,
): Promise<UserRecord> {
  requireUserManager(caller);
  const { organisationId } = caller;
  const user = await stores.users.find({ ...managedAccount(caller, id), organisationId });
  if (!user) throw new AppError('userNotFound', { details: { id } });
  return user;
}

/** One page of the users that the caller manages, and the caller. @throws AppError forbidden */
export async function listUsers(
  { stores }: Pick<AccessDeps, 'stores'>,
  caller: Caller,
  page: SortedPageRequest,
): Promise<SortedPage<UserRecord>> {
  requireUserManager(caller);
  const { organisationId, userId: selfId } = caller;
  return stores.users.list({ organisationId, roles: managedRoles(caller), selfId }, page);
}
