import type { CommandLimit } from '../../../shared/upgrades/operations/command-device.js';
import type { Env } from '../../../shared/platform/env/env.js';
import type { RedisClient } from '../../../shared/platform/redis/redis.js';
import { clientKey, WIDE_FACTOR, wideClientKey } from '../../../shared/platform/values/client-key.js';
import { createQuota, MINUTE_S, takeAll, type Headers, type Quota } from './quota.js';

/** The quotas that an authenticated request counts against. */
export interface CountedCaller {
  readonly sessionHash: string;
  readonly userId: number;
  /** null for an operator of the installation; operators have their own sequence of ids. */
  readonly organisationId: number | null;
}

export type RequestLimits = ReturnType<typeof createRequestLimits>;

/**
 * Requests per minute, by the limits of the environment; 0 disables a limit. Both methods return the headers that
 * describe the quotas; none while limits are off.
 */
export function createRequestLimits(redis: RedisClient, env: Env) {
  const perMinute = (name: string, points: number): Quota => createQuota(redis, name, points, MINUTE_S);
  const address = perMinute('address', env.rateLimitAddressPerMinute);
  const network = perMinute('network', env.rateLimitAddressPerMinute * WIDE_FACTOR);
  const token = perMinute('token', env.rateLimitPerMinute);
  const user = perMinute('user', env.rateLimitUserPerMinute);
  const organisation = perMinute('organisation', env.rateLimitOrganisationPerMinute);
  return {
    /** Counts a request without an authenticated caller against its address. @throws AppError rateLimited */
    anonymous: (ip: string): Promise<Headers> => {
      const wide = wideClientKey(ip);
      return takeAll([[address, clientKey(ip)], ...(wide === null ? [] : [[network, wide] as const])]);
    },
    /** Counts a request against its token or session, its user and its organisation. @throws AppError rateLimited */
    caller: ({ sessionHash, userId, organisationId }: CountedCaller): Promise<Headers> =>
      takeAll([
        [token, sessionHash.slice(0, 32)],
        [user, organisationId === null ? `operator:${userId}` : String(userId)],
        [organisation, String(organisationId)],
      ]),
  };
}

/** The requests that devices may make with one enrolment token in a minute: a thousand devices at once. */
const ENROLMENTS_PER_MINUTE = 2000;

/** Counts the requests with an enrolment token, by its hash. */
export type EnrolmentLimit = (tokenHash: string) => Promise<Headers>;

/** The function that it returns throws AppError rateLimited over 2,000 requests with a token a minute. */
export function createEnrolmentLimit(redis: RedisClient): EnrolmentLimit {
  const quota = createQuota(redis, 'enrolment', ENROLMENTS_PER_MINUTE, MINUTE_S);
  return (tokenHash) => takeAll([[quota, tokenHash]]);
}

/** The commands that one device may get in a minute. */
const COMMANDS_PER_MINUTE = 10;

/** Counts the commands of one device; the function that it returns throws AppError rateLimited over ten a minute. */
export function createCommandLimit(redis: RedisClient): CommandLimit {
  const quota = createQuota(redis, 'device-command', COMMANDS_PER_MINUTE, MINUTE_S);
  return (macId) => takeAll([[quota, macId]]);
}

/** The requests that one device with openwisp-config may make in a minute: after an error it asks ten times in 90 seconds. */
const AGENT_REQUESTS_PER_MINUTE = 15;

/** Counts the requests of one device with openwisp-config, by its MAC. */
export type AgentLimit = (macId: string) => Promise<Headers>;

/** The function that it returns throws AppError rateLimited over 15 requests of a device a minute. */
export function createAgentLimit(redis: RedisClient): AgentLimit {
  const quota = createQuota(redis, 'openwisp', AGENT_REQUESTS_PER_MINUTE, MINUTE_S);
  return (macId) => takeAll([[quota, macId]]);
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
