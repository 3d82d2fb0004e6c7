import { readScope, type Caller } from '../../domain/access.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { TableQuery } from '../../stores/upgrade-table-store.js';
import type { Deps } from '../deps.js';

export interface UpgradeTable {
  readonly total: number;
  readonly filtered: number;
  readonly rows: readonly UpgradeRecord[];
}

/** One page of the upgrade table (Interface document, upgrade_list). Two round trips, three with a search. */
export async function listUpgradeTable(
  { stores }: Deps,
  caller: Caller,
  query: TableQuery,
): Promise<UpgradeTable> {
  const scope = readScope(caller);
  const [counts, rows] = await Promise.all([
    stores.upgradeTable.counts(scope, query.search),
    stores.upgradeTable.rows(scope, query),
  ]);
  return { ...counts, rows };
}
