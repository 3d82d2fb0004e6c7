import type { QueryFilter } from 'mongoose';
import type { Scope } from '../domain/access.js';
import { escapeRegExp, fold } from '../domain/device-search.js';
import { storedStatus, UPGRADE_STATUSES } from '../domain/upgrade-status.js';
import type { Models } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { deviceScope } from './device-scope.js';

interface Order {
  readonly field: keyof UpgradeRecord;
  /** It holds the upgrades of an organisation in this order. */
  readonly index: string;
}

const BY_ID: Order = { field: '_id', index: 'organisation_id' };

/** What the table can be sorted by. */
const ORDERS = {
  id: BY_ID,
  version: { field: 'version', index: 'sort_version' },
  mac_id: { field: 'macId', index: 'sort_mac' },
  aps: { field: 'routerInventoryId', index: 'device_id' },
  schedule_at: { field: 'dueAt', index: 'sort_due' },
  status: { field: 'status', index: 'sort_status' },
  // Ids are given out in order, so they are the order of creation.
  created_at: BY_ID,
  updated_at: { field: 'updatedAt', index: 'sort_updated' },
} as const satisfies Record<string, Order>;

export type UpgradeSortName = keyof typeof ORDERS;
export const UPGRADE_SORT_NAMES = Object.keys(ORDERS) as UpgradeSortName[];

/** @returns null for any other name */
export function upgradeSortName(name: unknown): UpgradeSortName | null {
  return typeof name === 'string' && Object.hasOwn(ORDERS, name) ? (name as UpgradeSortName) : null;
}

export interface TableQuery {
  /** Empty: everything. */
  readonly search: string;
  readonly sort: { readonly by: UpgradeSortName; readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
}

export interface UpgradeTableStore {
  /** How many upgrades in scope the search finds; all of them when it is empty. One round trip. */
  count(scope: Scope, search: string): Promise<number>;
  /** One page of the search. One round trip. */
  rows(scope: Scope, query: TableQuery): Promise<UpgradeRecord[]>;
}

/** The upgrade table: substring search, any of eight orders, pages by offset. */
export function createUpgradeTableStore({ upgrades }: Models): UpgradeTableStore {
  return {
    async count(scope, search) {
      return upgrades.countDocuments(found(scope, search));
    },
    async rows(scope, { search, sort, offset, limit }) {
      const { field, index } = ORDERS[sort.by];
      const direction = sort.descending ? -1 : 1;
      return (
        upgrades
          .find(found(scope, search))
          .sort(field === '_id' ? { _id: direction } : { [field]: direction, _id: direction })
          // However few the caller may see: sorting them would hold them all in memory.
          .hint(index)
          .skip(offset)
          .limit(limit)
          .batchSize(limit + 1)
          .lean()
      );
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
