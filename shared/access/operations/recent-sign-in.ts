import { AppError } from '../../platform/errors/app-error.js';
import type { Account } from '../stores/account.js';
import type { AccessDeps } from '../deps.js';

const RECENT_MS = 10 * 60_000;

/**
 * The account of a browser session that was signed in within the last ten minutes.
 * @throws AppError recentSignInRequired for an older session, and for an access token
 */
export async function requireRecentSignIn(
  { stores, now }: Pick<AccessDeps, 'stores' | 'now'>,
  sessionHash: string,
): Promise<Account> {
  const at = now();
  const found = await stores.sessions.find(sessionHash, at);
  const isRecent = found && at.getTime() - found.token.createdAt.getTime() <= RECENT_MS;
  if (!isRecent || found.token.kind !== 'session') throw new AppError('recentSignInRequired');
  return found.user;
}
