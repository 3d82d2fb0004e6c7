import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.js';

export interface Probes {
  readonly url: string;
  close(): Promise<void>;
}

/** Whether a process is ready, by the names of its checks, and what else its answer shows. */
export interface Readiness {
  readonly checks: Readonly<Record<string, boolean>>;
  readonly shown?: Readonly<Record<string, unknown>>;
}

interface Probed {
  readonly host: string;
  readonly port: number;
  readonly metrics: Metrics;
  /** Aborted when the process is shutting down. */
  readonly leaving: AbortSignal;
  readonly readiness: () => Promise<Readiness>;
}

/** Serves liveness, readiness and metrics of a process that serves no other requests. */
export async function openProbes(probed: Probed): Promise<Probes> {
  const server = createServer((request, response) => {
    void reply(request.url ?? '', probed).then(({ status, type, body }) => {
      response.writeHead(status, { 'Content-Type': type }).end(body);
    });
  });
  const { host } = probed;
  server.listen(probed.port, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

async function reply(path: string, { leaving, metrics, readiness }: Probed): Promise<Reply> {
  switch (path) {
    case '/livez':
      return json(200, { status: 'ok' });
    case '/readyz': {
      if (leaving.aborted) return json(503, { status: 'leaving' });
      const { checks, shown } = await readiness();
      const isReady = Object.values(checks).every(Boolean);
      return json(isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', ...checks, ...shown });
    }
    case '/metrics':
      return { status: 200, type: metrics.registry.contentType, body: await metrics.registry.metrics() };
    default:
      return json(404, { status: 'unknown path' });
  }
}

function json(status: number, body: unknown): Reply {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}
