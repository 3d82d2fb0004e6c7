import { PATHS } from '../api/paths.js';
import { UPGRADE_SORT_NAMES } from '../shared/upgrades/stores/table/pages.js';
import { openBenchApi } from './load/bench-api.js';
import { countAllUpgrades } from './fleet/count-all-upgrades.js';
import { analyze, openOneNetwork } from './fleet/bench-fleet.js';
import { publishRelease, removeUpgrades, scheduleUpgrades, tomorrow } from './fleet/bench-upgrades.js';
import { numberOption, type Benchmark } from './benchmark.js';
import { measureOrders } from './upgrade-orders.js';
import { alternate } from './alternate.js';

const PATH = PATHS.upgradeList[0][1].replace('{.json}', '.json');
const LIMIT_MS = 150;
const PAGE = { draw: 1, start: 0, length: 10 };

type Query = Readonly<Record<string, string | number>>;

/** Requests that the upgrade table sends. */
const requestsOf = (upgrades: number): Readonly<Record<string, Query>> => ({
  'first page': PAGE,
  '90 % deep': { ...PAGE, start: Math.floor(0.9 * upgrades) },
  'search, many hits': { ...PAGE, 'search[value]': 'lobby' },
  'search, few hits': { ...PAGE, 'search[value]': 'zeppelin' },
  'search, none': { ...PAGE, 'search[value]': 'nowhere' },
  'search by status': { ...PAGE, 'search[value]': 'pending' },
  ...Object.fromEntries(
    UPGRADE_SORT_NAMES.flatMap((name) =>
      ['asc', 'desc'].map((direction) => [
        `sorted by ${name}, ${direction}`,
        { ...PAGE, 'order[0][column]': 0, 'order[0][dir]': direction, 'columns[0][data]': name },
      ]),
    ),
  ),
});

export const upgradeListBenchmark: Benchmark = {
  name: 'upgrade-list',
  summary:
    'DataTables requests over 100,000 upgrades, searched and sorted by each column: under 150 ms each; the same orders without their indexes',
  options: { devices: { type: 'string' }, rounds: { type: 'string' } },
  small: ['--devices=5000', '--rounds=5'],
  async run(print, options) {
    const devices = numberOption(options, 'devices', 100_000);
    const rounds = numberOption(options, 'rounds', 7);
    const fleet = await openOneNetwork(devices);
    const api = await openBenchApi(fleet.uri);
    const { models } = fleet.mongo;
    if ((await models.upgrades.countDocuments({})) !== devices) {
      await removeUpgrades(fleet);
      await scheduleUpgrades(api.running.url, fleet, await publishRelease(models), tomorrow());
    }
    await countAllUpgrades(fleet);
    await analyze(fleet);
    const sides = Object.fromEntries(
      Object.entries(requestsOf(devices)).map(([name, query]) => [
        name,
        async () => (await api.get(PATH, fleet.whole.adminToken, query)).milliseconds,
      ]),
    );
    for (const [request, ms] of Object.entries(await alternate(sides, rounds)))
      print({ request, upgrades: devices, ms, msAllowed: LIMIT_MS, reached: ms < LIMIT_MS });
    await measureOrders(fleet, print, rounds);
    await api.close();
    await fleet.close();
  },
};
