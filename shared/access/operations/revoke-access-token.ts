import type { AccessEpoch } from '../stores/session-store.js';
import { authorOf, managedRoles, type Caller } from '../domain/access.js';
import type { AccompanyDeletion } from '../../platform/mongo/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Change, CredentialStore } from '../stores/credential-store.js';
import type { AccessDeps } from '../deps.js';

export interface RevocationDeps extends Pick<AccessDeps, 'stores' | 'now'> {
  readonly accessEpoch: Pick<AccessEpoch, 'change'>;
}

/** Revokes a token or session of the caller, or of a user the caller manages. @throws AppError accessTokenNotFound */
export async function revokeAccessToken(
  { stores: { credentials }, accessEpoch, now }: RevocationDeps,
  caller: Caller,
  id: string,
  accompany: AccompanyDeletion,
): Promise<void> {
  const by = { author: authorOf(caller), at: now(), accompany };
  const revoked =
    (await credentials.revoke(caller, id, by)) || (await revokeOfManaged(credentials, caller, id, by));
  if (!revoked) throw new AppError('accessTokenNotFound');
  await accessEpoch.change();
}

async function revokeOfManaged(
  credentials: CredentialStore,
  caller: Caller,
  id: string,
  by: Change,
): Promise<boolean> {
  const roles = managedRoles(caller);
  if (roles.length === 0) return false;
  const { organisationId } = caller;
  const userId = await credentials.findHolder({ organisationId, roles }, id);
  return userId !== null && credentials.revoke({ organisationId, userId }, id, by);
}
