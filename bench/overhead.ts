import { PATHS } from '../api/paths.js';
import { openOneNetwork } from './fleet/bench-fleet.js';
import { median, numberOption, rounded, type Benchmark } from './benchmark.js';
import { generateLoad } from './load/http-load.js';
import { startProgram } from './load/program.js';

const PER_PAGE = 100;
const TARGET = 0.7;
/** The warm-up takes as long as so many rounds: V8 compiles a server over its first thousands of requests. */
const WARM_UP_ROUNDS = 3;

/** Compares an authenticated list_inventory page with the same queries on the bare server, alternating between them. */
export const overheadBenchmark: Benchmark = {
  name: 'overhead',
  summary: 'authenticated list_inventory pages of 100: at least 0.7 times the rate of bare Koa and driver',
  options: {
    devices: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string' },
  },
  small: ['--devices=5000', '--rounds=3', '--seconds=2'],
  async run(print, options) {
    const rounds = numberOption(options, 'rounds', 5);
    const seconds = numberOption(options, 'seconds', 4);
    const connections = numberOption(options, 'connections', 16);
    const fleet = await openOneNetwork(numberOption(options, 'devices', 10_000));
    const { uri, whole } = fleet;
    const api = await startProgram('programs/api.js', uri);
    const bare = await startProgram('bench/load/bare-server.js', uri);
    const page = (path: string) => () =>
      ({ method: 'GET', path: `${path}?per_page=${PER_PAGE}`, bearer: whole.adminToken }) as const;
    const sides = [
      { side: 'api', url: api.url, next: page(PATHS.listInventory[0][1]), perSecond: [] as number[] },
      {
        side: 'bare',
        url: bare.url,
        next: () => ({ ...page('/')(), path: `/?organisation=${whole.id}&per_page=${PER_PAGE}` }),
        perSecond: [] as number[],
      },
    ] as const;
    for (const { url, next } of sides)
      await generateLoad({ url, connections, seconds: WARM_UP_ROUNDS * seconds, next });
    for (let round = 1; round <= rounds; round += 1) {
      for (const { side, url, next, perSecond } of sides) {
        const result = await generateLoad({ url, connections, seconds, next });
        print({ round, side, requestsPerS: rounded(result.perSecond), failed: result.failed });
        perSecond.push(result.perSecond);
      }
    }
    const [apiMedian, bareMedian] = sides.map(({ perSecond }) => median(perSecond));
    const ratio = rounded((apiMedian ?? 0) / (bareMedian ?? 1));
    print({ connections, ratio, toReach: TARGET, reached: ratio >= TARGET });
    await api.stop();
    await bare.stop();
    await fleet.close();
  },
};
