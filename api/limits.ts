import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { RedisClient } from '../shared/connections/redis.js';
import { hashToken } from '../shared/domain/secrets.js';
import { AppError } from '../shared/errors/app-error.js';
import type { SignInGuard } from '../shared/operations/access/sign-in.js';

const SIGN_IN_FAILURES = 10;
const SIGN_IN_WINDOW_S = 15 * 60;

/** Counts in Redis for all processes together; while Redis is away each process counts for itself. */
function limiter(redis: RedisClient, prefix: string, points: number, duration: number): RateLimiterAbstract {
  return new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: false,
    keyPrefix: `airfleet:${prefix}`,
    points,
    duration,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory({ points, duration }),
  });
}

export interface RequestLimits {
  /** @throws AppError rateLimited; gives the headers that tell a client where it stands, null when limits are off. */
  take(key: string): Promise<Record<string, string> | null>;
}

/** So many requests a minute for each key (a token, or an address before authentication); 0 turns it off. */
export function createRequestLimits(redis: RedisClient, perMinute: number): RequestLimits {
  if (perMinute === 0) return { take: () => Promise.resolve(null) };
  const limit = limiter(redis, 'requests', perMinute, 60);
  const policy = `"minute";q=${perMinute};w=60`;
  return {
    async take(key) {
      const state = await consume(limit, key);
      const resetS = Math.ceil(state.msBeforeNext / 1000);
      const headers = {
        'RateLimit-Policy': policy,
        RateLimit: `"minute";r=${Math.max(0, state.remainingPoints)};t=${resetS}`,
      };
      if (state.consumedPoints > perMinute) {
        throw new AppError('rateLimited', { details: { retryAfterS: Math.max(1, resetS), headers } });
      }
      return headers;
    },
  };
}

/** The library rejects with the same object that it resolves with when the points are used up. */
async function consume(limit: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await limit.consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  }
}

/** Ten failures of an account in 15 minutes lock it for the rest of them, whatever the address (decisions, callers and access). */
export function createSignInGuard(redis: RedisClient): SignInGuard {
  const failures = limiter(redis, 'sign-in', SIGN_IN_FAILURES, SIGN_IN_WINDOW_S);
  return {
    async check(email) {
      const state = await failures.get(hashToken(email));
      if (state && state.consumedPoints >= SIGN_IN_FAILURES) {
        throw new AppError('signInLocked', {
          details: { retryAfterS: Math.ceil(state.msBeforeNext / 1000) },
        });
      }
    },
    async failed(email) {
      await consume(failures, hashToken(email));
    },
  };
}
