import type { LinkMailLimit } from '../../../shared/access/operations/links/account-mail.js';
import { accountKey } from '../../../shared/access/operations/sign-in.js';
import type { RedisClient } from '../../../shared/platform/redis/redis.js';
import { createQuota, isExceeded, MINUTE_S, take } from './quota.js';

const MAILS = 3;
const WINDOW_S = 60 * MINUTE_S;

/** Three mails with links an hour and address, with or without an account. */
export function createLinkMailLimit(redis: RedisClient): LinkMailLimit {
  const quota = createQuota(redis, 'link-mail', MAILS, WINDOW_S);
  return async (address) => !isExceeded(await take(quota, accountKey(address)));
}
