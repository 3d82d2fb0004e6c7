import { PATHS } from '../api/paths.js';
import { monitored } from '../dev/monitored-uri.js';
import { openBenchApi } from './load/bench-api.js';
import { openTwoSizes, SIZE_OPTIONS } from './fleet/bench-fleet.js';
import { CASE_OPTION, isChosen, numberOption, rounded, type Benchmark } from './benchmark.js';
import { examinedBy } from './examined-documents.js';
import { COMMON_WORD, RARE_WORD } from './fleet/fleet-names.js';
import { alternate } from './alternate.js';

const PATH = PATHS.routInventoryList[0][1];

/** A total that reads more than this share of the devices in addition to its hits counts as a scan. */
const SHARE = 0.1;

/** The request that computes the total with an empty cache, and how many documents it reads. */
export const totalBenchmark: Benchmark = {
  name: 'total',
  summary: 'the request that computes the total, without and with a search: no scan of the collection',
  options: { ...SIZE_OPTIONS, ...CASE_OPTION, rounds: { type: 'string' } },
  small: ['--small=1000', '--large=10000', '--rounds=11'],
  async run(print, options) {
    const rounds = numberOption(options, 'rounds', 7);
    const fleet = await openTwoSizes(options);
    const api = await openBenchApi(fleet.uri);
    const monitoredApi = await openBenchApi(monitored(fleet.uri));
    for (const caller of ['adminToken', 'operatorToken'] as const) {
      for (const search of ['', RARE_WORD, COMMON_WORD]) {
        if (!isChosen(options, search)) continue;
        const ask = async (of: typeof fleet.large, by = api) => {
          await by.clearListCache(of.id);
          return by.get<{ meta: { total: number | 'unknown' } }>(PATH, of[caller], { search });
        };
        const ms = await alternate(
          {
            small: async () => (await ask(fleet.small)).milliseconds,
            large: async () => (await ask(fleet.large)).milliseconds,
          },
          rounds,
        );
        // The first request of a process also reads what later ones find in its memory.
        await ask(fleet.large, monitoredApi);
        const { body, commands } = await ask(fleet.large, monitoredApi);
        const { total } = body.meta;
        const examined = await examinedBy(fleet.mongo.connection, commands);
        const hits = total === 'unknown' ? 0 : total;
        print({
          search,
          caller: caller === 'adminToken' ? 'sees all' : 'restricted',
          devices: [fleet.small.devices, fleet.large.devices],
          total,
          ms,
          ratio: rounded(ms.large / ms.small),
          roundTrips: commands.length,
          documentsExamined: examined,
          reached: examined <= (search === '' ? 0 : hits) + SHARE * fleet.large.devices,
        });
      }
    }
    await api.close();
    await monitoredApi.close();
    await fleet.close();
  },
};
