import type { SignInGuard } from '../../../shared/access/operations/sign-in.js';
import type { RedisClient } from '../../../shared/platform/redis/redis.js';
import { createQuota, giveBack, isExceeded, MINUTE_S, refusal, take } from './quota.js';

const FAILURES = 10;
const WINDOW_S = 15 * MINUTE_S;

/**
 * Locks an account after ten failures from any address for the rest of 15 minutes (docs/http.md#callers). A browser
 * in which the account has signed in before has a count of its own instead: failures elsewhere do not lock it, and its own
 * do. An attempt consumes its point before the password is checked, so a burst gets no more than ten attempts.
 */
export function createSignInGuard(redis: RedisClient): SignInGuard {
  const ofAccounts = createQuota(redis, 'sign-in', FAILURES, WINDOW_S);
  const ofBrowsers = createQuota(redis, 'sign-in-browser', FAILURES, WINDOW_S);
  return {
    async attempt(account, browserId) {
      const quota = browserId === null ? ofAccounts : ofBrowsers;
      const key = browserId === null ? account : `${account} ${browserId}`;
      const taken = await take(quota, key);
      if (!isExceeded(taken)) return () => giveBack({ quota, key });
      await giveBack(taken);
      throw refusal('signInLocked', [taken]);
    },
  };
}
