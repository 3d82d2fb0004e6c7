import { PATHS } from '../api/paths.js';
import type { Models } from '../shared/composition/models.js';
import { openBenchApi, type BenchApi } from './load/bench-api.js';
import { openTwoSizes, SIZE_OPTIONS } from './fleet/bench-fleet.js';
import { CASE_OPTION, isChosen, numberOption, rounded, type Benchmark } from './benchmark.js';
import type { OrganisationLayout } from './fleet/fleet-plan.js';
import { alternate, measureMs, type Measurement } from './alternate.js';

/** The share of the list before a deep page. */
const DEEP = 0.9;
const LIST = { path: PATHS.listInventory[0][1], perPage: 100 };
const ROUT = { path: PATHS.routInventoryList[0][1], perPage: 10 };

interface RoutPage {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly next_search_after: unknown };
}

interface Case {
  readonly page: Measurement;
  /** The same rows, by the driver alone. */
  readonly raw: Measurement;
}

/** First and deep pages of both lists, at two sizes, and the driver's own queries for the same rows. */
export const pageBenchmark: Benchmark = {
  name: 'page',
  summary:
    'pages of list_inventory and rout_inventory_list, first and deep: at most 1.3 times that of a small fleet, 1.5 times the driver',
  options: { ...SIZE_OPTIONS, ...CASE_OPTION, rounds: { type: 'string' } },
  small: ['--small=1000', '--large=10000', '--rounds=11'],
  async run(print, options) {
    const rounds = numberOption(options, 'rounds', 31);
    const fleet = await openTwoSizes(options);
    const api = await openBenchApi(fleet.uri);
    const { models } = fleet.mongo;
    const sizes = { small: fleet.small, large: fleet.large };
    const devices = [fleet.small.devices, fleet.large.devices];
    for (const [name, make] of Object.entries(CASES)) {
      if (!isChosen(options, name)) continue;
      try {
        const [small, large] = [await make(api, models, sizes.small), await make(api, models, sizes.large)];
        const sides = { small: small.page, large: large.page, smallRaw: small.raw, largeRaw: large.raw };
        print({ case: name, devices, ...judged(await alternate(sides, rounds)) });
      } catch (error) {
        // A page that times out is a result too.
        print({ case: name, devices, reached: false, error: String(error) });
      }
    }
    await api.close();
    await fleet.close();
  },
};

function judged(ms: Record<'small' | 'large' | 'smallRaw' | 'largeRaw', number>): object {
  const [ratio, toRaw] = [rounded(ms.large / ms.small), rounded(ms.large / ms.largeRaw)];
  return { ms, ratio, toReach: 1.3, toRaw, toRawToReach: 1.5, reached: ratio <= 1.3 && toRaw <= 1.5 };
}

type MakeCase = (api: BenchApi, models: Models, organisation: OrganisationLayout) => Promise<Case>;

const CASES: Readonly<Record<string, MakeCase>> = {
  'list_inventory, first page': (api, models, organisation) => byNumber(api, models, organisation, 1),
  'list_inventory, deep page': (api, models, organisation) =>
    byNumber(api, models, organisation, Math.floor((DEEP * organisation.devices) / LIST.perPage)),
  'rout_inventory_list, first page': (api, models, organisation) =>
    byCursor(api, models, organisation, { page: 1 }),
  async 'rout_inventory_list, deep page by cursor'(api, models, organisation) {
    const page = Math.floor((DEEP * organisation.devices) / ROUT.perPage);
    const before = await api.get<RoutPage>(ROUT.path, organisation.adminToken, { page });
    const search_after = JSON.stringify(before.body.meta.next_search_after);
    return byCursor(api, models, organisation, { page: page + 1, search_after });
  },
  async 'rout_inventory_list, deep page by number alone'(api, models, organisation) {
    const page = Math.floor((DEEP * organisation.devices) / ROUT.perPage);
    const { raw } = await byCursor(api, models, organisation, { page });
    return {
      raw,
      async page() {
        await api.clearListCache(organisation.id);
        return (await api.get(ROUT.path, organisation.adminToken, { page })).milliseconds;
      },
    };
  },
};

function byNumber(
  api: BenchApi,
  models: Models,
  organisation: OrganisationLayout,
  page: number,
): Promise<Case> {
  const organisationId = organisation.id;
  const first = organisation.firstDeviceId + (page - 1) * LIST.perPage;
  const query = { page, per_page: LIST.perPage };
  return Promise.resolve({
    page: async () => (await api.get(LIST.path, organisation.adminToken, query)).milliseconds,
    raw: () =>
      measureMs(async () => {
        const devices = await models.devices.collection
          .find({ organisationId, _id: { $gte: first as never } }, { projection: RAW })
          .sort({ _id: 1 })
          .hint('organisation_id')
          .limit(LIST.perPage)
          .toArray();
        await readStates(models, organisationId, devices);
      }),
  });
}

async function byCursor(
  api: BenchApi,
  models: Models,
  organisation: OrganisationLayout,
  query: Readonly<Record<string, string | number>>,
): Promise<Case> {
  const organisationId = organisation.id;
  const get = () => api.get<RoutPage>(ROUT.path, organisation.adminToken, query);
  const [first] = (await get()).body.data;
  const { sort } = (await models.devices.findOne({ _id: first?.id ?? 0, organisationId }).lean()) ?? {};
  return {
    page: async () => (await get()).milliseconds,
    raw: () =>
      measureMs(async () => {
        const devices = await models.devices.collection
          .find({ organisationId, 'sort.name': { $gte: sort?.name } }, { projection: RAW })
          .sort({ 'sort.name': 1 })
          .hint('sort_name')
          .limit(ROUT.perPage)
          .toArray();
        await readStates(models, organisationId, devices);
      }),
  };
}

const RAW = { searchText: 0, trigrams: 0, sort: 0 };

/** Every row shows its last heartbeat, which is in another collection. */
async function readStates(
  { deviceStates }: Models,
  organisationId: number,
  devices: readonly { readonly _id: unknown }[],
): Promise<void> {
  const ids = devices.map(({ _id }) => _id as never);
  await deviceStates.collection.find({ organisationId, _id: { $in: ids } }).toArray();
}
