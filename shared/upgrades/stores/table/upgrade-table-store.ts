import { batchesOf } from '../../../platform/mongo/batches.js';
import type { Scope } from '../../../access/domain/access.js';
import { deviceScope } from '../../../inventory/stores/device-store.js';
import type { UpgradeModels } from '../../models/models.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import { countHits, readHits } from './hits.js';
import {
  ORDERS,
  page,
  pageOf,
  pastOf,
  statusRanges,
  walk,
  type PageQuery,
  type TableQuery,
} from './pages.js';
import { findTexts, hitFilter, type FoundTexts } from './search.js';
import { NEAR, readTotal, seekUpgrade, type UpgradeTotal } from './upgrade-total.js';

/** The hits of a search that the texts of devices and requests lead to. */
interface Hits {
  readonly search: string;
  readonly count: number;
  readonly texts: FoundTexts;
}

/** So many hits are sorted here. Of more, a page is read in its order. */
const FEW = 4096;

/**
 * The upgrade table: substring search, any of eight orders, pages by offset.
 * @param near up to which offset a page passes over upgrades
 * @param few how many hits are sorted here
 */
export function createUpgradeTableStore(models: UpgradeModels, near = NEAR, few = FEW) {
  const { upgrades } = models;
  const idsOf = (scope: Scope, { search, texts }: Hits, { by, descending }: TableQuery['sort']) =>
    readHits(upgrades, scope, search, texts, { ...ORDERS[by], descending }, few + 1);

  /** These upgrades, in the order of their ids in the list, without those that are gone or out of scope. */
  async function inOrder(scope: Scope, ids: readonly number[]): Promise<UpgradeRecord[]> {
    if (ids.length === 0) return [];
    const found = await upgrades
      .find({ ...deviceScope(scope), _id: { $in: [...ids] } })
      .batchSize(ids.length + 1)
      .lean();
    const byId = new Map(found.map((upgrade) => [upgrade._id, upgrade]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  return {
    /** The hits of a search. Null when they are found only by comparing the text of every upgrade. */
    async find(scope: Scope, search: string): Promise<Hits | null> {
      const texts = await findTexts(models, scope.organisationId, search);
      return texts && { search, texts, count: await countHits(upgrades, scope, search, texts) };
    },
    /** One page of hits. */
    async hitRows(scope: Scope, hits: Hits, { sort, offset, limit }: PageQuery): Promise<UpgradeRecord[]> {
      const { search, count } = hits;
      const end = Math.min(offset + limit, count);
      if (offset >= end) return [];
      if (count <= few) return inOrder(scope, (await idsOf(scope, hits, sort)).slice(offset, end));
      const filter = hitFilter(scope, search);
      if (offset <= count - end) return pageOf(upgrades, filter, { sort, offset, limit });
      // From the end of the order, which is nearer.
      const reversed = {
        sort: { ...sort, descending: !sort.descending },
        offset: count - end,
        limit: end - offset,
      };
      return (await pageOf(upgrades, filter, reversed)).reverse();
    },
    /** All rows of few hits, in batches of at most 1,000. Null when there are too many. */
    async walkHits(
      scope: Scope,
      hits: Hits,
      sort: TableQuery['sort'],
    ): Promise<AsyncGenerator<UpgradeRecord[], void> | null> {
      if (hits.count > few) return null;
      const ids = await idsOf(scope, hits, sort);
      return (async function* () {
        for (const batch of batchesOf(ids)) yield await inOrder(scope, batch);
      })();
    },
    /** How many upgrades are in scope. */
    total: (scope: Scope): Promise<UpgradeTotal> => readTotal(models, scope),
    /** How many upgrades in scope the search finds. */
    async count(scope: Scope, search: string): Promise<number> {
      return upgrades.countDocuments(hitFilter(scope, search), { hint: ORDERS.id.index });
    },
    /**
     * One page of the search.
     * @param total locates a far page; read here unless given
     */
    async rows(
      scope: Scope,
      query: TableQuery,
      total: Promise<UpgradeTotal> | null = null,
    ): Promise<UpgradeRecord[]> {
      const filter = hitFilter(scope, query.search);
      const { sort, offset, limit } = query;
      if (sort.by === 'status' || query.search !== '' || offset < near)
        return pageOf(upgrades, filter, query);
      const order = { field: ORDERS[sort.by].field, descending: sort.descending };
      const { after, skip } = await seekUpgrade(
        models,
        scope,
        order,
        offset,
        await (total ?? readTotal(models, scope)),
      );
      return page(upgrades, pastOf(filter, sort, after), { sort, offset: skip, limit });
    },
    /** All rows of the search, in batches of at most 1,000; only the last batch has fewer. */
    async *walk(
      scope: Scope,
      { search, sort }: Pick<TableQuery, 'search' | 'sort'>,
    ): AsyncGenerator<UpgradeRecord[], void> {
      const filter = hitFilter(scope, search);
      if (sort.by !== 'status') return yield* walk(upgrades, [filter], sort);
      const ranges = statusRanges(sort).map((status) => ({ ...filter, status }));
      yield* walk(upgrades, ranges, sort);
    },
  };
}
