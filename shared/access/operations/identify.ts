import type { Caller, Principal } from '../domain/access.js';
import { limitedTo, type TokenLimits } from '../domain/token-limits.js';
import { hashToken } from '../../platform/values/secrets.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { UserRecord } from '../models/user.js';
import { isUser, type Account } from '../stores/account.js';
import type { AccessDeps } from '../deps.js';
import { lacksFactor } from './factors/lacks-factor.js';

const RECORD_USE_EVERY_MS = 60_000;

/** The holder of a token or session with this hash. */
export interface Identified {
  readonly principal: Principal;
  readonly hash: string;
  /** Whether the holder must set up a second factor before anything else. */
  readonly lacksFactor: boolean;
  readonly limits: TokenLimits;
}

/**
 * The holder of a token or session (docs/http.md#callers). Records the use at most once a minute, without
 * waiting for the write.
 * @param kind a session secret is not accepted as an access token, nor the reverse
 * @throws AppError unauthenticated when it is unknown, expired or revoked, or its holder is disabled
 */
export async function identify(
  { stores, env, now, log }: AccessDeps,
  token: string,
  kind: 'token' | 'session',
): Promise<Identified> {
  const hash = hashToken(token);
  const at = now();
  const found = await stores.sessions.find(hash, at);
  if (found?.token.kind !== kind) throw new AppError('unauthenticated');
  if (at.getTime() - (found.token.lastUsedAt?.getTime() ?? 0) > RECORD_USE_EVERY_MS) {
    stores.sessions.touch(hash, at).catch((error: unknown) => {
      log.warn({ err: error }, 'The last use of a token was not recorded');
    });
  }
  return {
    principal: principalOf(found.user, found.token),
    hash,
    // An identity provider asks for factors by its own rules.
    lacksFactor: found.token.sso === undefined && lacksFactor(found.user, found.rules, env),
    limits: found.token,
  };
}

function principalOf(account: Account, limits: TokenLimits): Principal {
  return isUser(account)
    ? limitedTo(limits, callerOf(account))
    : { userId: account._id, organisationId: null };
}

/** The rights of a user. */
export function callerOf(
  user: Pick<
    UserRecord,
    '_id' | 'organisationId' | 'role' | 'tier' | 'networks' | 'manageInventory' | 'seesUnreleased'
  >,
): Caller {
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
