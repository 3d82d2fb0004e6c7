import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RedisClient } from '../shared/platform/redis/redis.js';
import type { Env } from '../shared/platform/env/env.js';
import type { Database } from '../shared/composition/database.js';
import type { IndexCheck } from '../shared/platform/migrations/check-indexes.js';
import { succeedsInTime } from '../shared/platform/observability/with-timeout.js';
import type { Metrics } from '../shared/platform/observability/metrics.js';
import type { JobWorker } from './job-worker.js';
import type { RunningLoop } from './run-loops.js';

export interface Probes {
  readonly url: string;
  close(): Promise<void>;
}

/** A sweep is late when it takes this long beyond the interval. */
const SWEEP_MS = 60_000;

interface Probed {
  readonly env: Env;
  readonly mongo: Database;
  readonly indexesReady: IndexCheck;
  readonly redis: RedisClient;
  readonly worker: Pick<JobWorker, 'isFetching' | 'silentMs'>;
  readonly sweep: Pick<RunningLoop, 'passedMs'>;
  /** Aborted when the process is shutting down. */
  readonly leaving: AbortSignal;
  readonly metrics: Metrics;
}

/**
 * Serves liveness, readiness and metrics on WORKER_PORT. Readiness lists its checks by name: the stores answer, the
 * queue answers, and sweeps succeed.
 */
export async function openProbes(probed: Probed): Promise<Probes> {
  const server = createServer((request, response) => {
    void reply(request.url ?? '', probed).then(({ status, type, body }) => {
      response.writeHead(status, { 'Content-Type': type }).end(body);
    });
  });
  const { env } = probed;
  server.listen(env.workerPort, env.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${env.host}:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function reply(path: string, probed: Probed): Promise<{ status: number; type: string; body: string }> {
  switch (path) {
    case '/livez':
      return json(200, { status: 'ok' });
    case '/readyz': {
      if (probed.leaving.aborted) return json(503, { status: 'leaving' });
      const [mongodb, redis, indexes] = await Promise.all([
        succeedsInTime(() => probed.mongo.ping()),
        succeedsInTime(() => probed.redis.exists(probed.env.queuePrefix)),
        succeedsInTime(probed.indexesReady),
      ]);
      const { worker, env } = probed;
      const sweptMs = probed.sweep.passedMs;
      const parts = {
        mongodb,
        redis,
        indexes,
        fetching: worker.isFetching(),
        sweeping: sweptMs < 2000 * env.sweepIntervalS + SWEEP_MS,
      };
      const ready = Object.values(parts).every(Boolean);
      const status = ready ? 'ok' : 'unavailable';
      const ages = { fetched_s_ago: secondsOf(worker.silentMs), swept_s_ago: secondsOf(sweptMs) };
      return json(ready ? 200 : 503, { status, ...parts, ...ages });
    }
    case '/metrics':
      return {
        status: 200,
        type: probed.metrics.registry.contentType,
        body: await probed.metrics.registry.metrics(),
      };
    default:
      return json(404, { status: 'unknown path' });
  }
}

/** Null before the first one. */
function secondsOf(ms: number): number | null {
  return Number.isFinite(ms) ? Math.round(ms / 1000) : null;
}

function json(status: number, body: unknown): { status: number; type: string; body: string } {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}
