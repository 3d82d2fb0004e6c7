import type { QueryFilter } from 'mongoose';
import type { Scope } from '../domain/access.js';
import { escapeRegExp, fold } from '../domain/device-search.js';
import { storedStatus, UPGRADE_STATUSES } from '../domain/upgrade-status.js';
import type { Models } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { deviceScope } from './device-scope.js';

/** What the table can be sorted by, and the indexed field that gives that order. */
const SORT_FIELDS = {
  id: '_id',
  version: 'version',
  mac_id: 'macId',
  aps: 'routerInventoryId',
  schedule_at: 'dueAt',
  status: 'status',
  // Ids are given out in order, so they are the order of creation.
  created_at: '_id',
  updated_at: 'updatedAt',
} as const satisfies Record<string, keyof UpgradeRecord>;

export type UpgradeSortName = keyof typeof SORT_FIELDS;
export const UPGRADE_SORT_NAMES = Object.keys(SORT_FIELDS) as UpgradeSortName[];

/** @returns null for any other name */
export function upgradeSortName(name: unknown): UpgradeSortName | null {
  return typeof name === 'string' && Object.hasOwn(SORT_FIELDS, name) ? (name as UpgradeSortName) : null;
}

export interface TableQuery {
  /** Empty: everything. */
  readonly search: string;
  readonly sort: { readonly by: UpgradeSortName; readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
}

export interface UpgradeTableStore {
  /** How many upgrades are in scope, and how many of them the search finds. One round trip, two with a search. */
  counts(scope: Scope, search: string): Promise<{ total: number; filtered: number }>;
  /** One page of the search. One round trip. */
  rows(scope: Scope, query: TableQuery): Promise<UpgradeRecord[]>;
}

/** The upgrade table: substring search, any of eight orders, pages by offset. */
export function createUpgradeTableStore({ upgrades }: Models): UpgradeTableStore {
  return {
    async counts(scope, search) {
      const [total, filtered] = await Promise.all([
        upgrades.countDocuments(deviceScope(scope)),
        search === '' ? null : upgrades.countDocuments(found(scope, search)),
      ]);
      return { total, filtered: filtered ?? total };
    },
    async rows(scope, { search, sort, offset, limit }) {
      const field = SORT_FIELDS[sort.by];
      const direction = sort.descending ? -1 : 1;
      return upgrades
        .find(found(scope, search))
        .sort(field === '_id' ? { _id: direction } : { [field]: direction, _id: direction })
        .skip(offset)
        .limit(limit)
        .lean();
    },
  };
}

/** Case-insensitive substring in any searched field; the status is matched by what it is shown as. */
function found(scope: Scope, search: string): QueryFilter<UpgradeRecord> {
  if (search === '') return deviceScope(scope);
  const folded = fold(search);
  const statuses = UPGRADE_STATUSES.filter((status) => fold(status).includes(folded)).map(storedStatus);
  const inText = { searchText: { $regex: escapeRegExp(folded) } };
  return {
    ...deviceScope(scope),
    $or: statuses.length === 0 ? [inText] : [inText, { status: { $in: statuses } }],
  };
}
