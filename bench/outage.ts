import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startMongo } from '../stand-in/mongo/start-mongo.js';
import { startRedis } from '../stand-in/redis/start-redis.js';
import type { StoreHandle } from '../stand-in/store-handle.js';
import { numberOption, rounded, type Benchmark } from './benchmark.js';
import { measureMs } from './alternate.js';
import { openOneNetwork } from './fleet/bench-fleet.js';
import { startProgram } from './load/program.js';

const DATA = join(fileURLToPath(new URL('../../', import.meta.url)), '.airfleet/outage');
const DEVICES = 1000;
const LANES = 4;
const PAUSE_MS = 100;
const PATIENCE_MS = 60_000;
/** What docs/reliability.md promises. */
const ANSWERED_MS = 5000;
const BACK_MS = 10_000;

/** Lets MongoDB and Redis stop or fall silent below an API, and measures its answers and its recovery. */
export const outageBenchmark: Benchmark = {
  name: 'outage',
  summary:
    'lists while MongoDB or Redis is stopped or silent: answered within five seconds, and served ten seconds later',
  options: { seconds: { type: 'string' } },
  small: ['--seconds=5'],
  async run(print, options) {
    const lastsMs = 1000 * numberOption(options, 'seconds', 20);
    const own = { dataDir: DATA, durable: false, log: () => undefined };
    const mongo = await startMongo(own);
    const redis = await startRedis(own);
    const given = process.env['MONGODB_URI'];
    process.env['MONGODB_URI'] = mongo.uri;
    const fleet = await openOneNetwork(DEVICES, 'outage');
    const api = await startProgram('programs/api.js', fleet.uri, { REDIS_URL: redis.url });
    const list = (): Promise<number> =>
      fetch(`${api.url}/v1/access_points/list_inventory?per_page=20`, {
        headers: { Authorization: `Bearer ${fleet.whole.adminToken}` },
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).then(async (reply) => {
        await reply.arrayBuffer();
        return reply.status;
      });
    const measure = async (what: string, store: StoreHandle, kind: 'stopped' | 'silent'): Promise<void> => {
      let isOver = false;
      const times: number[] = [];
      const lane = async (): Promise<void> => {
        while (!isOver) {
          times.push(await measureMs(list));
          await wait(PAUSE_MS);
        }
      };
      let running = store;
      if (kind === 'stopped') await store.stop();
      else await store.pause();
      const lanes = Array.from({ length: LANES }, lane);
      await wait(lastsMs);
      isOver = true;
      await Promise.all(lanes);
      if (kind === 'silent') await store.resume();
      else if (store === mongo) running = await startMongo({ ...own, port: store.port });
      else running = await startRedis({ ...own, port: store.port });
      const backMs = await measureMs(async () => {
        while ((await list()) !== 200) await wait(PAUSE_MS);
      });
      Object.assign(store, running);
      const slowestMs = Math.max(...times);
      print({
        case: `${what} ${kind}`,
        answers: times.length,
        slowestMs: rounded(slowestMs),
        backMs: rounded(backMs),
        toReach: [ANSWERED_MS, BACK_MS],
        reached: slowestMs <= ANSWERED_MS && backMs <= BACK_MS,
      });
    };
    try {
      for (const kind of ['silent', 'stopped'] as const) {
        await measure('MongoDB', mongo, kind);
        await measure('Redis', redis, kind);
      }
    } finally {
      await api.kill();
      await fleet.close();
      await Promise.all([mongo.stop(), redis.stop()]);
      if (given !== undefined) process.env['MONGODB_URI'] = given;
    }
  },
};
