import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Env } from '../shared/config/env.js';
import { openMongo } from '../shared/connections/mongo.js';
import { passBy } from '../shared/domain/steps.js';
import { closeRedis, openRequestRedis } from '../shared/connections/redis.js';
import { openJobQueue } from '../shared/jobs/job-queue.js';
import { createIndexCheck } from '../shared/migrations/check-indexes.js';
import { Closing } from '../shared/observability/closing.js';
import type { Log } from '../shared/observability/logger.js';
import { createMetrics } from '../shared/observability/metrics.js';
import { observeMongo } from '../shared/observability/observe-mongo.js';
import { GroupCommit } from '../shared/operations/heartbeat/group-commit.js';
import { recordHeartbeats, type Heartbeat } from '../shared/operations/heartbeat/record-heartbeats.js';
import { createStores } from '../shared/stores/stores.js';
import { createApp } from './app.js';
import type { ApiDeps } from './deps.js';

const STORE_TIMEOUT_MS = 20_000;
const POOL_SIZE = 32;
const HEARTBEAT_BATCHES = { mostPerBatch: 500, mostBatches: 2, mostWaiting: 20_000 };

export interface RunningApi {
  readonly url: string;
  readonly deps: ApiDeps;
  close(): Promise<void>;
}

/** What somebody who starts an API may put in the place of its own. */
export type ApiOverrides = Partial<Pick<ApiDeps, 'now' | 'random' | 'reach'>> & {
  readonly heartbeatBatches?: typeof HEARTBEAT_BATCHES;
};

/** Opens the stores, listens, and gives what closes it all again. The stores may come up later than the listener. */
export async function startApi(
  env: Env,
  log: Log,
  { heartbeatBatches = HEARTBEAT_BATCHES, ...overrides }: ApiOverrides = {},
): Promise<RunningApi> {
  const closing = new Closing();
  const mongo = openMongo(env.mongodbUri, { timeoutMs: STORE_TIMEOUT_MS, poolSize: POOL_SIZE }, log);
  closing.add('mongo', () => mongo.close());
  const redis = openRequestRedis(env.redisUrl, log);
  closing.add('redis', () => closeRedis(redis));
  const jobs = openJobQueue(redis, env.queuePrefix);
  closing.add('queues', () => jobs.close());
  const metrics = createMetrics();
  observeMongo(mongo.connection, metrics);
  const base = {
    env,
    log,
    metrics,
    jobs,
    stores: createStores(mongo.models),
    now: () => new Date(),
    random: Math.random,
    reach: passBy,
    ...overrides,
  };
  const heartbeats = new GroupCommit((beats: readonly Heartbeat[]) => recordHeartbeats(base, beats), {
    ...heartbeatBatches,
    onBatch: (size) => {
      metrics.heartbeatBatch.observe(size);
    },
  });
  const indexesReady = createIndexCheck(mongo.models, log);
  const deps: ApiDeps = { ...base, mongo, redis, heartbeats, indexesReady };
  // It logs what is missing; a store that has gone again is the probes' to tell.
  void mongo.connected.then(indexesReady).catch(() => undefined);
  const handle = createApp(deps).callback();
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
    void handle(request, response);
  });
  server.listen(env.port, env.host);
  await once(server, 'listening').catch(async (error: unknown) => {
    await closing.run(log);
    throw error;
  });
  closing.add('listener', () => closeServer(server));
  const { port } = server.address() as AddressInfo;
  return { url: `http://${env.host}:${port}`, deps, close: () => closing.run(log) };
}

/** Lets running requests end, and idle connections go at once. */
async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, 10_000);
  await closed;
  clearTimeout(cut);
}
