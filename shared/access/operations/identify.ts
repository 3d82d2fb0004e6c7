import type { Caller, Principal } from '../domain/access.js';
import { hashToken } from '../../platform/values/secrets.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { UserRecord } from '../models/user.js';
import { isUser, type Account } from '../stores/session-store.js';
import type { AccessDeps } from '../deps.js';

const NOTE_USE_EVERY_MS = 60_000;

/**
 * Who holds this token (docs/interface.md#callers). Two round trips, and a third at most once a minute that
 * notes the use and is not waited for.
 * @param kind a session's secret is no access token, and the other way round
 * @throws AppError unauthenticated when it is unknown, expired or revoked, or its holder is disabled
 */
export async function identify(
  { stores, now, log }: AccessDeps,
  token: string,
  kind: 'token' | 'session',
): Promise<{ principal: Principal; hash: string }> {
  const hash = hashToken(token);
  const at = now();
  const found = await stores.sessions.find(hash, at);
  if (found?.token.kind !== kind) throw new AppError('unauthenticated');
  if (at.getTime() - (found.token.lastUsedAt?.getTime() ?? 0) > NOTE_USE_EVERY_MS) {
    stores.sessions.touch(hash, at).catch((error: unknown) => {
      log.warn({ err: error }, 'The last use of a token was not noted');
    });
  }
  return { principal: principalOf(found.user), hash };
}

function principalOf(account: Account): Principal {
  return isUser(account) ? callerOf(account) : { userId: account._id, organisationId: null };
}

/** The rules' view of a user. */
export function callerOf(user: UserRecord): Caller {
  return {
    userId: user._id,
    organisationId: user.organisationId,
    role: user.role,
    tier: user.tier,
    networks: user.networks ?? 'all',
    manageInventory: user.manageInventory,
    seesUnreleased: user.seesUnreleased,
  };
}
