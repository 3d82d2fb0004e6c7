import type { FactorGuard } from '../../../shared/access/operations/factors/prove-factor.js';
import type { SignInGuard } from '../../../shared/access/operations/sign-in.js';
import type { RedisClient } from '../../../shared/platform/redis/redis.js';
import { createQuota, giveBack, isExceeded, MINUTE_S, refusal, take, type Quota } from './quota.js';

const FAILURES = 10;
const PASSWORD_WINDOW_S = 15 * MINUTE_S;
const FACTOR_WINDOW_S = 60 * MINUTE_S;

/**
 * Locks an account after ten failures from any address for the rest of 15 minutes (docs/http.md#callers). A browser
 * in which the account has signed in before has a count of its own instead: failures elsewhere do not lock it, and its own
 * do. An attempt consumes its point before the password is checked, so a burst gets no more than ten attempts.
 */
export function createSignInGuard(redis: RedisClient): SignInGuard {
  const ofAccounts = createQuota(redis, 'sign-in', FAILURES, PASSWORD_WINDOW_S);
  const ofBrowsers = createQuota(redis, 'sign-in-browser', FAILURES, PASSWORD_WINDOW_S);
  return {
    attempt: (account, browserId) =>
      browserId === null ? attempt(ofAccounts, account) : attempt(ofBrowsers, `${account} ${browserId}`),
  };
}

/** The same for codes of second factors: ten wrong ones an hour and account. */
export function createFactorGuard(redis: RedisClient): FactorGuard {
  const quota = createQuota(redis, 'second-factor', FAILURES, FACTOR_WINDOW_S);
  return { attempt: (account) => attempt(quota, account) };
}

async function attempt(quota: Quota, key: string): Promise<() => Promise<void>> {
  const taken = await take(quota, key);
  if (!isExceeded(taken)) return () => giveBack({ quota, key });
  await giveBack(taken);
  throw refusal('signInLocked', [taken]);
}
