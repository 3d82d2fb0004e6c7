import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RedisClient } from '../shared/connections/redis.js';
import type { Env } from '../shared/config/env.js';
import type { MongoHandle } from '../shared/connections/mongo.js';
import type { IndexCheck } from '../shared/migrations/check-indexes.js';
import { answersInTime } from '../shared/observability/answers-in-time.js';
import type { Metrics } from '../shared/observability/metrics.js';

export interface Probes {
  readonly url: string;
  close(): Promise<void>;
}

interface Probed {
  readonly mongo: MongoHandle;
  readonly indexesReady: IndexCheck;
  readonly redis: RedisClient;
  readonly queuePrefix: string;
  /** Whether it takes jobs. */
  readonly isFetching: () => boolean;
  /** Aborted when the process is ending: it finishes what it has begun. */
  readonly leaving: AbortSignal;
  readonly metrics: Metrics;
}

/** Whether the worker lives, whether it stays, its stores answer and it takes jobs, and its metrics: WORKER_PORT. */
export async function openProbes(env: Env, probed: Probed): Promise<Probes> {
  const server = createServer((request, response) => {
    void reply(request.url ?? '', probed).then(({ status, type, body }) => {
      response.writeHead(status, { 'Content-Type': type }).end(body);
    });
  });
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
        answersInTime(() => probed.mongo.ping()),
        answersInTime(() => probed.redis.exists(probed.queuePrefix)),
        answersInTime(probed.indexesReady),
      ]);
      const fetching = probed.isFetching();
      const ready = mongodb && redis && indexes && fetching;
      const status = ready ? 'ok' : 'unavailable';
      return json(ready ? 200 : 503, { status, mongodb, redis, indexes, fetching });
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

function json(status: number, body: unknown): { status: number; type: string; body: string } {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}
