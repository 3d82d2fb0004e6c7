import type { AccessDeps } from '../deps.js';
import { accountName } from '../domain/account-entry.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { holderOf, openSession, type NewCredential } from './sign-in.js';

/** A caller by the token or session of its request. */
export interface SignedIn {
  readonly sessionHash: string;
  readonly requestId: string;
}

/**
 * Creates an access token of 90 days with the caller's rights. Revoking all tokens of the caller at the same time revokes
 * this one too.
 * @throws AppError unauthenticated when the caller's own token or session has been revoked
 */
export async function createOwnToken(
  { stores, now }: Pick<AccessDeps, 'stores' | 'now'>,
  { sessionHash, requestId }: SignedIn,
  name: string | null,
  accompany: Accompany<NewCredential>,
): Promise<NewCredential> {
  const session = await stores.sessions.find(sessionHash, now());
  if (!session) throw new AppError('unauthenticated');
  const author = { actor: accountName(holderOf(session.user)), requestId };
  return openSession({ stores, now }, 'token', session.user, name, author, accompany);
}
