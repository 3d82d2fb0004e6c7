import { BATCH } from '../../../platform/mongo/batches.js';
import { beyond } from '../../../platform/mongo/sorted-page.js';
import type { UpgradeModels } from '../../models/models.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { UpgradeFilter as Filter } from './search.js';

interface Order {
  readonly field: keyof UpgradeRecord;
  /** The order of upgrades with the same value. */
  readonly then: '_id' | 'scheduleId';
  /** The index with the upgrades of an organisation in this order. */
  readonly index: string;
}

const BY_ID = { field: '_id', then: '_id', index: 'organisation_id' } as const;

/** The sort orders of the table. */
export const ORDERS = {
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

type Upgrades = UpgradeModels['upgrades'];
type Position = NonNullable<Parameters<typeof beyond>[0]['after']>;
export type PageQuery = Pick<TableQuery, 'sort' | 'offset' | 'limit'>;

/** One page of an order; that of the status has three ranges. */
export function pageOf(upgrades: Upgrades, filter: Filter, query: PageQuery): Promise<UpgradeRecord[]> {
  return query.sort.by === 'status' ? byShownStatus(upgrades, filter, query) : page(upgrades, filter, query);
}

export async function page(
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

export function statusRanges({ descending }: TableQuery['sort']) {
  return descending ? [...STATUS_RANGES].reverse() : STATUS_RANGES;
}

/** What the filter selects after a position of the order. */
export function pastOf(
  filter: Filter,
  { by, descending }: TableQuery['sort'],
  after: Position | null,
): Filter {
  const { field, then } = ORDERS[by];
  const past = beyond({ field, descending, after }, then);
  return past.length === 0 ? filter : { $and: [filter, ...past] };
}

/** All rows of the filters, one filter after the other. Each query begins after the last row of the one before. */
export async function* walk(
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
