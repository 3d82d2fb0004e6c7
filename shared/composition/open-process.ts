import type { Env } from '../platform/env/env.js';
import { ignoreFailpoints } from '../platform/failpoints.js';
import type { WaitOutside } from '../platform/mongo/transaction.js';
import { Closing } from '../platform/observability/closing.js';
import type { Log } from '../platform/observability/logger.js';
import { createMetrics, observeMongo } from '../platform/observability/metrics.js';
import { closeRedis, openRequestRedis, type RedisClient } from '../platform/redis/redis.js';
import { announceAssigned } from '../assignment/stores/assignment-notices.js';
import { createTextResolver } from '../platform/outbound/text-resolver.js';
import { createAccessEpoch } from '../access/stores/session-store.js';
import { openJobQueue } from '../upgrades/jobs/job-queue.js';
import { createHostResolver } from '../platform/outbound/host-resolver.js';
import { createIdentityProviders } from '../sso/operations/identity-providers.js';
import { openDatabase, type Database } from './database.js';
import { createStores, type Deps, type StartOverrides } from './deps.js';

const STORE_TIMEOUT_MS = 20_000;

/** What every process of the service opens first. */
export interface OpenedProcess {
  readonly closing: Closing;
  readonly mongo: Database;
  readonly redis: RedisClient;
  readonly base: Deps;
}

/**
 * Opens the stores, the queue and the metrics of a process. The stores may become reachable later.
 * @param poolSize connections to MongoDB
 * @param waitOutside how work waits for other work of its organisation
 */
export function openProcess(
  env: Env,
  log: Log,
  poolSize: number,
  { createStores: bind = createStores, ...overrides }: StartOverrides,
  waitOutside?: WaitOutside,
): OpenedProcess {
  const closing = new Closing();
  const mongo = openDatabase(env.mongodbUri, { timeoutMs: STORE_TIMEOUT_MS, poolSize }, log);
  closing.add('mongo', () => mongo.close());
  const redis = openRequestRedis(env.redis, log);
  closing.add('redis', () => closeRedis(redis));
  const jobs = openJobQueue(redis, env.queuePrefix);
  closing.add('queues', () => jobs.close());
  const metrics = createMetrics();
  observeMongo(mongo.connection, metrics);
  const hosts = overrides.hosts ?? createHostResolver();
  const now = overrides.now ?? mongo.now;
  const base: Deps = {
    env,
    log,
    metrics,
    jobs,
    stores: bind(mongo.models, env, waitOutside, announceAssigned(redis, env)),
    now,
    random: Math.random,
    hosts,
    texts: createTextResolver(env.dnsServers),
    identityProviders: createIdentityProviders(env, hosts, now),
    accessEpoch: createAccessEpoch(redis),
    failpoint: ignoreFailpoints,
    ...overrides,
  };
  return { closing, mongo, redis, base };
}
