import { AppError } from '../../platform/errors/app-error.js';
import type { AccessTokenRecord } from '../models/access-token.js';
import type { Account } from '../stores/account.js';
import type { FoundSession } from '../stores/session-store.js';
import type { AccessDeps } from '../deps.js';

const RECENT_MS = 10 * 60_000;

/**
 * The account of a browser session that was signed in within the last ten minutes.
 * @throws AppError recentSignInRequired for an older session, and for an access token
 */
export async function requireRecentSignIn(
  deps: Pick<AccessDeps, 'stores' | 'now'>,
  sessionHash: string,
): Promise<Account> {
  return (await findRecentSession(deps, sessionHash)).user;
}

/**
 * A browser session that was signed in within the last ten minutes, with its account.
 * @throws AppError recentSignInRequired for an older session, and for an access token
 */
export async function findRecentSession(
  { stores, now }: Pick<AccessDeps, 'stores' | 'now'>,
  sessionHash: string,
): Promise<FoundSession> {
  const at = now();
  const found = await stores.sessions.find(sessionHash, at);
  if (found?.token.kind !== 'session' || !isRecent(found.token, at))
    throw new AppError('recentSignInRequired');
  return found;
}

/** Whether a session was signed in within the last ten minutes. */
export function isRecent({ createdAt }: AccessTokenRecord, at: Date): boolean {
  return at.getTime() - createdAt.getTime() <= RECENT_MS;
}
