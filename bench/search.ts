import { PATHS } from '../api/paths.js';
import { openBenchApi, type BenchApi } from './load/bench-api.js';
import { openTwoSizes, SIZE_OPTIONS, type TwoSizes } from './fleet/bench-fleet.js';
import { CASE_OPTION, isChosen, numberOption, rounded, type Benchmark } from './benchmark.js';
import { COMMON_WORD, RARE_WORD } from './fleet/fleet-names.js';
import type { OrganisationLayout } from './fleet/fleet-plan.js';
import { generatedMac } from './fleet/generated-device.js';
import { alternate, type Measurement } from './alternate.js';

const PATH = PATHS.routInventoryList[0][1];
const LIMIT_MS = 100;
const RATIO = 2;

/** The search text for an organisation. */
const SEARCHES: Readonly<Record<string, (organisation: OrganisationLayout) => string>> = {
  'rare word': () => RARE_WORD,
  'common word': () => COMMON_WORD,
  'no hit': () => 'nowhere',
  'part of a MAC': ({ firstDeviceId }) => generatedMac(7, firstDeviceId + 4321).slice(6),
  'two words': () => `${COMMON_WORD} ${RARE_WORD}`,
  'one letter': () => 'q',
};

interface Page {
  readonly meta: { readonly total: number | 'unknown'; readonly next_search_after: unknown };
}

/**
 * Searches of rout_inventory_list: the first page with an empty cache, which computes the total, the first page with a
 * stored total, and the next page by cursor.
 */
export const searchBenchmark: Benchmark = {
  name: 'search',
  summary:
    'searches by rare, common and other words, by both callers: at most 2 times those of a small fleet, under 100 ms',
  options: { ...SIZE_OPTIONS, ...CASE_OPTION, rounds: { type: 'string' } },
  small: ['--small=1000', '--large=10000', '--rounds=11', '--case=rare word', '--case=part of a MAC'],
  async run(print, options) {
    const rounds = numberOption(options, 'rounds', 11);
    const fleet = await openTwoSizes(options);
    const api = await openBenchApi(fleet.uri);
    for (const caller of ['adminToken', 'operatorToken'] as const) {
      for (const [search, textFor] of Object.entries(SEARCHES)) {
        if (!isChosen(options, search)) continue;
        const found = await measure(api, fleet, { caller, textFor, rounds });
        for (const [page, { small, large, total }] of Object.entries(found)) {
          const ratio = rounded(large / small);
          print({
            search,
            caller: caller === 'adminToken' ? 'sees all' : 'restricted',
            page,
            devices: [fleet.small.devices, fleet.large.devices],
            total,
            ms: { small, large },
            ratio,
            toReach: RATIO,
            msAllowed: LIMIT_MS,
            reached: ratio <= RATIO && large < LIMIT_MS,
          });
        }
      }
    }
    await api.close();
    await fleet.close();
  },
};

interface Measuring {
  readonly caller: 'adminToken' | 'operatorToken';
  readonly textFor: (organisation: OrganisationLayout) => string;
  readonly rounds: number;
}

async function measure(api: BenchApi, { small, large }: TwoSizes, { caller, textFor, rounds }: Measuring) {
  const ask = (of: OrganisationLayout, query = {}) =>
    api.get<Page>(PATH, of[caller], { search: textFor(of), ...query });
  const sidesOf = async (of: OrganisationLayout): Promise<{ total: unknown; sides: Measurement[] }> => {
    const { total, next_search_after } = (await ask(of)).body.meta;
    const cursor = next_search_after === null ? {} : { search_after: JSON.stringify(next_search_after) };
    return {
      total,
      sides: [
        async () => {
          await api.clearListCache(of.id);
          return (await ask(of)).milliseconds;
        },
        async () => (await ask(of)).milliseconds,
        async () => (await ask(of, cursor)).milliseconds,
      ],
    };
  };
  const [few, many] = [await sidesOf(small), await sidesOf(large)];
  const total = [few.total, many.total];
  const pages = ['first, total computed', 'first, total stored', 'next'];
  const sides = Object.fromEntries(
    pages.flatMap((page, at) => [
      [`small ${page}`, few.sides[at] ?? never],
      [`large ${page}`, many.sides[at] ?? never],
    ]),
  );
  const medians = await alternate(sides, rounds);
  return Object.fromEntries(
    pages.map((page) => [
      page,
      { small: medians[`small ${page}`] ?? 0, large: medians[`large ${page}`] ?? 0, total },
    ]),
  );
}

const never: Measurement = () => Promise.reject(new Error('Every page has a side'));
