import type { AccessDeps } from '../deps.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { Place } from '../domain/place.js';
import type { TokenLimits } from '../domain/token-limits.js';
import { isRecent } from './recent-sign-in.js';
import { ownAuthor } from './sign-in.js';
import { openSession, type NewCredential } from './open-session.js';

/** A caller by the token or session of its request. */
export interface SignedIn extends Place {
  readonly sessionHash: string;
}

/** What a request asks of a new token. */
export interface AskedToken {
  readonly name: string | null;
  readonly limits: TokenLimits;
  /** By default after 90 days. */
  readonly expiresAt?: Date | undefined;
}

/**
 * Creates an access token with the caller's rights, or less. Revoking all tokens of the caller at the same time revokes this
 * one too. One that is made with a token stays within its limits, and ends with it at the latest; one that is made with a
 * session outlives it, and needs one that was signed in within the last ten minutes.
 * @throws AppError recentSignInRequired; stateForbids in a session of a provider that gives no refresh token; unauthenticated
 * when the caller's own token or session has been revoked; tooManyOpen
 */
export async function createOwnToken(
  { stores, now }: Pick<AccessDeps, 'stores' | 'now'>,
  { sessionHash, ...place }: SignedIn,
  { name, limits, expiresAt }: AskedToken,
  accompany: Accompany<NewCredential>,
): Promise<NewCredential> {
  const found = await stores.sessions.find(sessionHash, now());
  if (!found) throw new AppError('unauthenticated');
  const { token, user } = found;
  if (token.kind === 'session' && !isRecent(token, now())) throw new AppError('recentSignInRequired');
  const { sso } = token;
  if (sso && !sso.isRefreshed)
    throw new AppError('stateForbids', {
      text: 'The identity provider does not say for how long you may sign in, so that this session makes no access tokens',
    });
  const signedInBy = sso ? { sso: { issuer: sso.issuer, isRefreshed: true } } : {};
  const author = ownAuthor(user, place);
  const parent = token.kind === 'token' ? token : null;
  return openSession({ stores, now }, 'token', user, name, {
    author,
    accompany,
    parent,
    limits,
    expiresAt,
    ...signedInBy,
  });
}
