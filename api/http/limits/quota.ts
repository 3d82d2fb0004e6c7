import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import type { RedisClient } from '../../../shared/platform/redis/redis.js';

export const MINUTE_S = 60;

/** A number of points per window and key. */
export interface Quota {
  readonly name: string;
  readonly points: number;
  readonly windowS: number;
  readonly limiter: RateLimiterAbstract;
}

/** The state of a quota for a key. */
export interface Taken {
  readonly quota: Quota;
  readonly key: string;
  readonly state: RateLimiterRes;
}

export type Headers = Readonly<Record<string, string>>;

/** Counts in Redis for all processes; while Redis is unreachable each process counts its own requests. */
export function createQuota(redis: RedisClient, name: string, points: number, windowS: number): Quota {
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

export async function take(quota: Quota, key: string): Promise<Taken> {
  try {
    return { quota, key, state: await quota.limiter.consume(key) };
  } catch (refused) {
    // The library rejects with the same object that it resolves with while points are left.
    if (refused instanceof RateLimiterRes) return { quota, key, state: refused };
    throw refused;
  }
}

export async function giveBack({ quota, key }: Pick<Taken, 'quota' | 'key'>): Promise<void> {
  await quota.limiter.reward(key);
}

export const isExceeded = ({ quota, state }: Taken): boolean => state.consumedPoints > quota.points;
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

export function refusal(name: 'rateLimited' | 'signInLocked', taken: readonly Taken[]): AppError {
  const retryAfterS = Math.max(...taken.filter(isExceeded).map(resetS));
  return new AppError(name, { details: { retryAfterS, headers: headersOf(taken) } });
}

/**
 * Consumes a point of every quota. When one is exceeded, the points of the others are returned, so that one token
 * cannot exhaust the quota of its organisation.
 * @throws AppError rateLimited
 */
export async function takeAll(keys: readonly (readonly [Quota, string])[]): Promise<Headers> {
  const active = keys.filter(([quota]) => quota.points > 0);
  if (active.length === 0) return {};
  const taken = await Promise.all(active.map(([quota, key]) => take(quota, key)));
  if (!taken.some(isExceeded)) return headersOf(taken);
  await Promise.all(taken.filter((one) => !isExceeded(one)).map(giveBack));
  throw refusal('rateLimited', taken);
}

/** A quota that this process counts alone. */
export function createOwnQuota(name: string, points: number, windowS: number): Quota {
  return { name, points, windowS, limiter: new RateLimiterMemory({ points, duration: windowS }) };
}

/** The refusal of what has used up a quota. */
export function spentQuota(taken: Taken): AppError {
  return new AppError('rateLimited', {
    details: { retryAfterS: resetS(taken), headers: headersOf([taken]) },
  });
}
