import { PATHS } from '../api/paths.js';
import { alternate } from './alternate.js';
import { CASE_OPTION, isChosen, numberOption, rounded, type Benchmark } from './benchmark.js';
import { analyze, FLEET_NOW, openTwoSizes, SIZE_OPTIONS } from './fleet/bench-fleet.js';
import { restoreHeard } from './fleet/restore-heard.js';
import { COMMON_WORD, RARE_WORD } from './fleet/fleet-names.js';
import type { OrganisationLayout } from './fleet/fleet-plan.js';
import { PARTS, VERSIONS } from './fleet/generated-device.js';
import { openBenchApi } from './load/bench-api.js';
import { ObserverBench } from './observer-bench.js';

const RATIO = 1.3;
const LIMIT_MS = 100;
const LIST = PATHS.listDevices[0][1];
const SEARCH = PATHS.quickSearch[0][1];
const HOUR_MS = 3_600_000;
/** With it, two fifths of the devices are up at {@link NOW}. */
const DOWN_AFTER_S = '3600';
const NOW = new Date(FLEET_NOW.getTime() + 60_000);

interface Case {
  readonly path: string;
  readonly query: (organisation: OrganisationLayout) => Readonly<Record<string, string | number>>;
}

const devices = (query: Case['query']): Case => ({ path: LIST, query });
const sorted = (sort: string, query: Case['query']) =>
  devices((organisation) => ({ ...query(organisation), sort }));
const heardBefore = (hours: number): string => new Date(NOW.getTime() - hours * HOUR_MS).toISOString();

const FILTERS: Readonly<Record<string, Case['query']>> = {
  none: () => ({}),
  'search, rare word': () => ({ search: RARE_WORD }),
  'search, common word': () => ({ search: COMMON_WORD }),
  'state up': () => ({ state: 'up' }),
  'state down': () => ({ state: 'down' }),
  'state never_heard': () => ({ state: 'never_heard' }),
  network_id: ({ firstNetworkId }) => ({ network_id: firstNetworkId }),
  'network_id 0': () => ({ network_id: 0 }),
  tag_id: ({ firstTagId }) => ({ tag_id: firstTagId }),
  part_number: () => ({ part_number: PARTS[0].part_number }),
  version: () => ({ version: VERSIONS[1] }),
  'version of no device': () => ({ version: '0.0.1' }),
  last_heard_before: () => ({ last_heard_before: heardBefore(24) }),
  'state down, version, part_number': () => ({
    state: 'down',
    version: VERSIONS[1],
    part_number: PARTS[0].part_number,
  }),
};

const CASES: Readonly<Record<string, Case>> = {
  overview: { path: PATHS.showOverview[0][1], query: () => ({}) },
  'series of a day': {
    path: PATHS.onlineSeries[0][1],
    query: () => ({ from: heardBefore(24), to: NOW.toISOString() }),
  },
  'search, rare word': { path: SEARCH, query: () => ({ q: RARE_WORD }) },
  'search, common word': { path: SEARCH, query: () => ({ q: COMMON_WORD }) },
  ...Object.fromEntries(
    Object.entries(FILTERS).flatMap(([name, query]) => [
      [`list_devices, ${name}`, devices(query)],
      [`list_devices, ${name}, by name`, sorted('name', query)],
      [`list_devices, ${name}, by last heard`, sorted('-last_heard_at', query)],
    ]),
  ),
};

/** The first reads of the console's screens at two sizes, for both callers, and the worker's observation of every device. */
export const consoleBenchmark: Benchmark = {
  name: 'console',
  summary:
    "the console's overview, series, search and device list by every filter: at most 1.3 times those of a small fleet, under 100 ms; and a worker's observation of every device (--reads: after the looks of an earlier run)",
  options: {
    ...SIZE_OPTIONS,
    ...CASE_OPTION,
    rounds: { type: 'string' },
    reads: { type: 'boolean' },
  },
  small: [
    ...['--small=1000', '--large=10000', '--rounds=11'],
    ...['overview', 'series of a day', 'list_devices, none', 'list_devices, network_id,'].map(
      (name) => `--case=${name}`,
    ),
  ],
  async run(print, options) {
    const rounds = numberOption(options, 'rounds', 11);
    const fleet = await openTwoSizes(options);
    const api = await openBenchApi(fleet.uri, { now: () => NOW, env: { DOWN_AFTER_S } });
    const { small, large } = fleet;
    await restoreHeard(fleet);
    const observer = new ObserverBench(fleet, api.running.deps);
    if (options['reads'] !== true) {
      await observer.clear();
      for (const [name, observation] of Object.entries(await observer.observations(NOW)))
        print({ case: name, devices: small.devices + large.devices, ...observation });
    }
    await observer.addPoints(NOW);
    await analyze(fleet);
    for (const [name, { path, query }] of Object.entries(CASES)) {
      if (!isChosen(options, name)) continue;
      for (const caller of ['adminToken', 'operatorToken'] as const) {
        const ask = (of: OrganisationLayout) => api.get(path, of[caller], query(of));
        const ms = await alternate(
          {
            small: async () => (await ask(small)).milliseconds,
            large: async () => (await ask(large)).milliseconds,
          },
          rounds,
        );
        const ratio = rounded(ms.large / ms.small);
        print({
          case: name,
          caller: caller === 'adminToken' ? 'sees all' : 'restricted',
          devices: [small.devices, large.devices],
          ms,
          ratio,
          toReach: RATIO,
          msAllowed: LIMIT_MS,
          roundTrips: (await ask(large)).roundTrips,
          reached: ratio <= RATIO && ms.large < LIMIT_MS,
        });
      }
    }
    await api.close();
    await fleet.close();
  },
};
