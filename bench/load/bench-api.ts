import { Agent } from 'node:http';
import { startApi, type RunningApi } from '../../api/start-api.js';
import type { StartOverrides } from '../../shared/composition/deps.js';
import { readEnv } from '../../shared/platform/env/env.js';
import { createLogger } from '../../shared/platform/observability/logger.js';
import { listPrefix } from '../../shared/search/stores/page-cache.js';
import { sendRequest } from './send-request.js';

/** The body of a response, and the cost of the request. */
export interface Measured<Body> {
  readonly body: Body;
  readonly milliseconds: number;
  /** How many commands the request sent to the database. */
  readonly roundTrips: number;
  /** These commands, if the API was opened with a `monitored` URI. */
  readonly commands: readonly unknown[];
}

/** An API in this process that receives one request at a time over its socket. */
export interface BenchApi {
  readonly running: RunningApi;
  /** @throws Error unless the answer is 200 */
  get<Body>(
    path: string,
    token: string,
    query: Readonly<Record<string, string | number>>,
  ): Promise<Measured<Body>>;
  /** Deletes the cached lists of an organisation. */
  clearListCache(organisationId: number): Promise<void>;
  close(): Promise<void>;
}

/** Settings of every measured program. */
export const BENCH_ENV = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: '0',
} as const;

/** @param overrides settings and dependencies besides those of {@link BENCH_ENV} */
export async function openBenchApi(
  mongodbUri: string,
  { env: given, ...overrides }: StartOverrides & { env?: Record<string, string> } = {},
): Promise<BenchApi> {
  const env = readEnv({ ...process.env, ...BENCH_ENV, MONGODB_URI: mongodbUri, ...given });
  const running = await startApi(env, createLogger('silent', 'bench'), overrides);
  const { mongo, redis } = running.deps;
  await mongo.connected;
  // Only those of a request: benchmarks that write a million records without one would keep all of them.
  let commands: unknown[] | null = null;
  let roundTrips = 0;
  const client = mongo.connection.getClient();
  client.on('commandStarted', ({ command }) => commands?.push(command));
  client.on('connectionCheckedOut', () => (roundTrips += 1));
  const agent = new Agent({ keepAlive: true });
  return {
    running,
    async get(path, token, query) {
      const url = new URL(path, running.url);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      const sent: unknown[] = [];
      commands = sent;
      roundTrips = 0;
      const began = performance.now();
      const { status, text } = await sendRequest(url, agent, { token });
      const milliseconds = performance.now() - began;
      commands = null;
      if (status !== 200) throw new Error(`${url.href} was answered with ${status}: ${text}`);
      return { body: JSON.parse(text) as never, milliseconds, roundTrips, commands: sent };
    },
    async clearListCache(organisationId) {
      const keys = await redis.keys(`${listPrefix(organisationId)}*`);
      if (keys.length > 0) await redis.del(...keys);
    },
    async close() {
      agent.destroy();
      await running.close();
    },
  };
}
