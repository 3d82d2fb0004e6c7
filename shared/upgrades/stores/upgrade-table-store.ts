import type { QueryFilter } from 'mongoose';
import { BATCH } from '../../platform/mongo/batches.js';
import { beyond } from '../../platform/mongo/sorted-page.js';
import { escapeRegExp } from '../../platform/values/escape-regexp.js';
import type { Scope } from '../../access/domain/access.js';
import { fold } from '../../inventory/domain/device-search.js';
import { storedStatus, UPGRADE_STATUSES } from '../domain/upgrade-status.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import { NEAR, readTotal, seekUpgrade, type UpgradeTotal } from './upgrade-total.js';

interface Order {
  readonly field: keyof UpgradeRecord;
  /** The order of upgrades with the same value. */
  readonly then: '_id' | 'scheduleId';
  /** The index with the upgrades of an organisation in this order. */
  readonly index: string;
}

const BY_ID = { field: '_id', then: '_id', index: 'organisation_id' } as const;

/** The sort orders of the table. */
const ORDERS = {
  id: BY_ID,
  version: { field: 'versionOrder', then: '_id', index: 'sort_version_order' },
  mac_id: { field: 'macId', then: '_id', index: 'sort_mac' },
  aps: { field: 'routerInventoryId', then: 'scheduleId', index: 'organisation_device_schedule' },
  schedule_at: { field: 'dueAt', then: '_id', index: 'sort_due' },
  status: { field: 'status', then: '_id', index: 'sort_status' },
  created_at: { field: 'createdAt', then: '_id', index: 'sort_created' },
  updated_at: { field: 'updatedAt', then: '_id', index: 'sort_updated' },
} as const satisfies Record<string, Order>;

export type UpgradeSortName = keyof typeof ORDERS;
export const UPGRADE_SORT_NAMES = Object.keys(ORDERS) as UpgradeSortName[];

/** @returns null for any other name */
export function upgradeSortName(name: unknown): UpgradeSortName | null {
  return typeof name === 'string' && Object.hasOwn(ORDERS, name) ? (name as UpgradeSortName) : null;
}

export interface TableQuery {
  /** Empty: finds every upgrade. */
  readonly search: string;
  readonly sort: { readonly by: UpgradeSortName; readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
}

/**
 * The upgrade table: substring search, any of eight orders, pages by offset.
 * @param near up to which offset a page passes over upgrades
 */
export function createUpgradeTableStore(models: UpgradeModels, near = NEAR) {
  const { upgrades } = models;
  return {
    /** How many upgrades are in scope. */
    total: (scope: Scope): Promise<UpgradeTotal> => readTotal(models, scope),
    /** How many upgrades in scope the search finds. */
    async count(scope: Scope, search: string): Promise<number> {
      return upgrades.countDocuments(found(scope, search), { hint: BY_ID.index });
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
      const filter = found(scope, query.search);
      const { sort, offset, limit } = query;
      if (sort.by === 'status') return byShownStatus(upgrades, filter, query);
      if (query.search !== '' || offset < near) return page(upgrades, filter, query);
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
      const filter = found(scope, search);
      if (sort.by !== 'status') return yield* walk(upgrades, [filter], sort);
      const ranges = statusRanges(sort).map((status) => ({ ...filter, status }));
      yield* walk(upgrades, ranges, sort);
    },
  };
}

type Upgrades = UpgradeModels['upgrades'];
type Filter = QueryFilter<UpgradeRecord>;
type Position = NonNullable<Parameters<typeof beyond>[0]['after']>;
type PageQuery = Pick<TableQuery, 'sort' | 'offset' | 'limit'>;

async function page(
  upgrades: Upgrades,
  filter: Filter,
  { sort, offset, limit }: PageQuery,
): Promise<UpgradeRecord[]> {
  const { field, then, index } = ORDERS[sort.by];
  const direction = sort.descending ? -1 : 1;
  return (
    upgrades
      .find(filter)
      .sort(field === '_id' ? { _id: direction } : { [field]: direction, [then]: direction })
      // Also for a caller that may see only a few: a sort would hold all of them in memory.
      .hint(index)
      .skip(offset)
      .limit(limit)
      .batchSize(limit + 1)
      .lean()
  );
}

/** Pending is stored as an empty string: the statuses shown before it, Pending, and the statuses shown after it. */
const STATUS_RANGES = [{ $gt: '', $lt: 'Pending' }, { $eq: '' }, { $gt: 'Pending' }] as NonNullable<
  Filter['status']
>[];

function statusRanges({ descending }: TableQuery['sort']) {
  return descending ? [...STATUS_RANGES].reverse() : STATUS_RANGES;
}

/** What the filter selects after a position of the order. */
function pastOf(filter: Filter, { by, descending }: TableQuery['sort'], after: Position | null): Filter {
  const { field, then } = ORDERS[by];
  const past = beyond({ field, descending, after }, then);
  return past.length === 0 ? filter : { $and: [filter, ...past] };
}

/** All rows of the filters, one filter after the other. Each query begins after the last row of the one before. */
async function* walk(
  upgrades: Upgrades,
  filters: readonly Filter[],
  sort: TableQuery['sort'],
): AsyncGenerator<UpgradeRecord[], void> {
  const { field, then } = ORDERS[sort.by];
  let batch: UpgradeRecord[] = [];
  for (const filter of filters) {
    for (let last: UpgradeRecord | undefined, isLast = false; !isLast;) {
      const within = pastOf(filter, sort, last ? { value: last[field], id: last[then] } : null);
      const limit = BATCH - batch.length;
      const rows = await page(upgrades, within, { sort, offset: 0, limit });
      isLast = rows.length < limit;
      last = rows.at(-1);
      batch.push(...rows);
      if (isLast) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Reads three ranges of the status index in turn, until the page is full. */
async function byShownStatus(
  upgrades: Upgrades,
  filter: Filter,
  { sort, offset, limit }: PageQuery,
): Promise<UpgradeRecord[]> {
  const rows: UpgradeRecord[] = [];
  let before = offset;
  for (const status of statusRanges(sort)) {
    const within = { ...filter, status };
    const part = await page(upgrades, within, { sort, offset: before, limit: limit - rows.length });
    rows.push(...part);
    if (rows.length === limit) break;
    if (rows.length > 0) before = 0;
    // An upgrade may have come to the range since its page was read.
    else if (before > 0) before = Math.max(0, before - (await upgrades.countDocuments(within)));
  }
  return rows;
}

/** Case-insensitive substring of any searched field; the status is matched as shown. */
function found(scope: Scope, search: string): QueryFilter<UpgradeRecord> {
  if (search === '') return deviceScope(scope);
  const folded = fold(search);
  // No field has a line break, which separates the fields in the text.
  if (folded.includes('\n')) return { ...deviceScope(scope), _id: { $in: [] } };
  const statuses = UPGRADE_STATUSES.filter((status) => fold(status).includes(folded)).map(storedStatus);
  const inText = { searchText: { $regex: escapeRegExp(folded) } };
  return {
    ...deviceScope(scope),
    $or: statuses.length === 0 ? [inText] : [inText, { status: { $in: statuses } }],
  };
}
