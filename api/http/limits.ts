import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Env } from '../../shared/platform/env/env.js';
import type { RedisClient } from '../../shared/platform/redis/redis.js';
import { hashToken } from '../../shared/platform/values/secrets.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import type { SignInGuard } from '../../shared/access/operations/sign-in.js';

const MINUTE_S = 60;

/** So many points a window for each key. */
interface Quota {
  readonly name: string;
  readonly points: number;
  readonly windowS: number;
  readonly limiter: RateLimiterAbstract;
}

/** A quota as it is after a request has taken a point of it. */
interface Taken {
  readonly quota: Quota;
  readonly key: string;
  readonly state: RateLimiterRes;
}

type Headers = Readonly<Record<string, string>>;

/** Counts in Redis for all processes together; while Redis is away each process counts for itself. */
function createQuota(redis: RedisClient, name: string, points: number, windowS: number): Quota {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: false,
    keyPrefix: `airfleet:limit:${name}`,
    points,
    duration: windowS,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory({ points, duration: windowS }),
  });
  return { name, points, windowS, limiter };
}

async function take(quota: Quota, key: string): Promise<Taken> {
  try {
    return { quota, key, state: await quota.limiter.consume(key) };
  } catch (refused) {
    // The library rejects with the same object that it resolves with while points are left.
    if (refused instanceof RateLimiterRes) return { quota, key, state: refused };
    throw refused;
  }
}

async function giveBack({ quota, key }: Pick<Taken, 'quota' | 'key'>): Promise<void> {
  await quota.limiter.reward(key);
}

const isExceeded = ({ quota, state }: Taken): boolean => state.consumedPoints > quota.points;
const resetS = ({ state }: Taken): number => Math.max(1, Math.ceil(state.msBeforeNext / 1000));

/** Where the caller is in each quota, in the terms of the IETF draft on rate limit headers. */
function headersOf(taken: readonly Taken[]): Headers {
  const policies = taken.map(({ quota: { name, points, windowS } }) => `"${name}";q=${points};w=${windowS}`);
  const states = taken.map((one) => {
    const remaining = Math.max(0, one.quota.points - one.state.consumedPoints);
    return `"${one.quota.name}";r=${remaining};t=${resetS(one)}`;
  });
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: states.join(', ') };
}

function refusal(name: 'rateLimited' | 'signInLocked', taken: readonly Taken[]): AppError {
  const retryAfterS = Math.max(...taken.filter(isExceeded).map(resetS));
  return new AppError(name, { details: { retryAfterS, headers: headersOf(taken) } });
}

/**
 * Takes a point of every quota, in one round trip. A request that one of them refuses takes nothing of the others, so
 * that one token cannot use up what its organisation has.
 * @throws AppError rateLimited
 */
async function takeAll(keys: readonly (readonly [Quota, string])[]): Promise<Headers> {
  const active = keys.filter(([quota]) => quota.points > 0);
  if (active.length === 0) return {};
  const taken = await Promise.all(active.map(([quota, key]) => take(quota, key)));
  if (!taken.some(isExceeded)) return headersOf(taken);
  await Promise.all(taken.filter((one) => !isExceeded(one)).map(giveBack));
  throw refusal('rateLimited', taken);
}

/** Whom a request counts against once its caller is known. */
export interface CountedCaller {
  readonly sessionHash: string;
  readonly userId: number;
  /** null: an operator of the installation, whose ids are not those of users. */
  readonly organisationId: number | null;
}

/** Requests a minute. Both methods give the headers that show the caller its quotas; none while limits are off. */
export interface RequestLimits {
  /** Counts a request without an authenticated caller. @throws AppError rateLimited */
  anonymous(address: string): Promise<Headers>;
  /** Counts a request against its token or session, its user and its organisation. @throws AppError rateLimited */
  caller(caller: CountedCaller): Promise<Headers>;
}

/** The limits of the environment; 0 turns one off. */
export function createRequestLimits(redis: RedisClient, env: Env): RequestLimits {
  const perMinute = (name: string, points: number): Quota => createQuota(redis, name, points, MINUTE_S);
  const address = perMinute('address', env.rateLimitAddressPerMinute);
  const token = perMinute('token', env.rateLimitPerMinute);
  const user = perMinute('user', env.rateLimitUserPerMinute);
  const organisation = perMinute('organisation', env.rateLimitOrganisationPerMinute);
  return {
    anonymous: (ip) => takeAll([[address, ip]]),
    caller: ({ sessionHash, userId, organisationId }) =>
      takeAll([
        [token, sessionHash.slice(0, 32)],
        [user, organisationId === null ? `operator:${userId}` : String(userId)],
        [organisation, String(organisationId)],
      ]),
  };
}

const SIGN_IN_FAILURES = 10;
const SIGN_IN_WINDOW_S = 15 * MINUTE_S;

/**
 * Ten failures of an account in 15 minutes lock it for the rest of them, whatever the address (docs/interface.md#callers). An attempt takes its point before the password is checked, so that no burst gets more than ten of them.
 */
export function createSignInGuard(redis: RedisClient): SignInGuard {
  const quota = createQuota(redis, 'sign-in', SIGN_IN_FAILURES, SIGN_IN_WINDOW_S);
  return {
    async attempt(email) {
      const key = hashToken(email);
      const taken = await take(quota, key);
      if (!isExceeded(taken)) return () => giveBack({ quota, key });
      await giveBack(taken);
      throw refusal('signInLocked', [taken]);
    },
  };
}
