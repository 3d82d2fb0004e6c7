import { readScope, type Caller } from '../../../access/domain/access.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { TableQuery } from '../../stores/upgrade-table-store.js';
import type { UpgradeDeps } from '../../deps.js';

export interface UpgradeTable {
  readonly total: number;
  readonly filtered: number;
  readonly rows: readonly UpgradeRecord[];
}

/**
 * One page of the upgrade table (docs/interface.md#upgrade_list). Two round trips, and a third when a search finds
 * more than the page shows.
 */
export async function listUpgradeTable(
  { stores: { upgradeTable } }: UpgradeDeps,
  caller: Caller,
  query: TableQuery,
): Promise<UpgradeTable> {
  const scope = readScope(caller);
  const [total, rows] = await Promise.all([upgradeTable.count(scope, ''), upgradeTable.rows(scope, query)]);
  if (query.search === '') return { total, filtered: total, rows };
  const filtered = lastOf(query, rows) ?? (await upgradeTable.count(scope, query.search));
  return { total, filtered, rows };
}

/** The number of the last hit when the page shows it: then nothing need be counted. A search reads every text. */
function lastOf({ offset, limit }: TableQuery, { length }: readonly UpgradeRecord[]): number | null {
  const isPastTheEnd = length === 0 && offset > 0;
  return length < limit && !isPastTheEnd ? offset + length : null;
}
