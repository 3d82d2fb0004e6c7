import { LRUCache } from 'lru-cache';
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

/** A number of points per window and key. */
interface Quota {
  readonly name: string;
  readonly points: number;
  readonly windowS: number;
  readonly limiter: RateLimiterAbstract;
}

/** The state of a quota after a request consumed a point. */
interface Taken {
  readonly quota: Quota;
  readonly key: string;
  readonly state: RateLimiterRes;
}

type Headers = Readonly<Record<string, string>>;

/** Counts in Redis for all processes; while Redis is unreachable each process counts its own requests. */
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

/** The caller's quotas in the format of the IETF draft on rate limit headers. */
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
 * Consumes a point of every quota. When one is exceeded, the points of the others are returned, so that one token
 * cannot exhaust the quota of its organisation.
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

/** The quotas that an authenticated request counts against. */
export interface CountedCaller {
  readonly sessionHash: string;
  readonly userId: number;
  /** null for an operator of the installation; operators have their own sequence of ids. */
  readonly organisationId: number | null;
}

/** Requests per minute. Both methods return the headers that describe the quotas; none while limits are off. */
export interface RequestLimits {
  /** Counts a request without an authenticated caller. @throws AppError rateLimited */
  anonymous(address: string): Promise<Headers>;
  /** Counts a request against its token or session, its user and its organisation. @throws AppError rateLimited */
  caller(caller: CountedCaller): Promise<Headers>;
}

/** The limits of the environment; 0 disables a limit. */
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

/** The fetches of its configuration that one device may make in a minute. */
const FETCHES_PER_MINUTE = 10;

/** Counts the fetches of one device, by its MAC: it keeps that when it gets another id in another organisation. */
export type FetchLimit = (macId: string) => Promise<Headers>;

/** The function that it returns throws AppError rateLimited over ten fetches of a device a minute. */
export function createFetchLimit(redis: RedisClient): FetchLimit {
  const quota = createQuota(redis, 'configuration', FETCHES_PER_MINUTE, MINUTE_S);
  return (macId) => takeAll([[quota, macId]]);
}

const SIGN_IN_FAILURES = 10;
const SIGN_IN_WINDOW_S = 15 * MINUTE_S;

/**
 * Locks an account after ten failures from any address for the rest of 15 minutes (docs/interface.md#callers). An
 * attempt consumes its point before the password is checked, so a burst gets no more than ten attempts.
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

const MAX_ACCEPTED = 50_000;
const ACCEPTED_MS = 3_600_000;

/** Limits attempts to guess tokens and device keys, counted by address in this process. */
export interface SecretGuard {
  /** Needs no store. @throws AppError rateLimited for a secret not accepted within the hour, from an address with too many failures */
  check(address: string, secretHash: string): Promise<void>;
  accept(secretHash: string): void;
  /** Whether the secret was accepted within the hour. */
  isAccepted(secretHash: string): boolean;
  fail(address: string): Promise<void>;
}

/** Allows `perMinute` failures per address; 0 disables the limit. Recently accepted secrets are not limited. */
export function createSecretGuard(perMinute: number): SecretGuard {
  const failures = new RateLimiterMemory({ points: perMinute, duration: MINUTE_S });
  const quota: Quota = { name: 'invalid-secret', points: perMinute, windowS: MINUTE_S, limiter: failures };
  const accepted = new LRUCache<string, true>({ max: MAX_ACCEPTED, ttl: ACCEPTED_MS });
  return {
    async check(address, secretHash) {
      if (perMinute === 0 || accepted.has(secretHash)) return;
      const state = await failures.get(address);
      if (state === null || state.consumedPoints < perMinute) return;
      const spent = { quota, key: address, state };
      throw new AppError('rateLimited', {
        details: { retryAfterS: resetS(spent), headers: headersOf([spent]) },
      });
    },
    accept(secretHash) {
      accepted.set(secretHash, true);
    },
    isAccepted(secretHash) {
      return accepted.has(secretHash);
    },
    async fail(address) {
      await failures.consume(address).catch(() => undefined);
    },
  };
}
