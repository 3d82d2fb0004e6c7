import { readScope, type Caller } from '../../../access/domain/access.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { TableQuery } from '../../stores/upgrade-table-store.js';
import type { UpgradeDeps } from '../../deps.js';

export interface UpgradeTable {
  readonly total: number;
  readonly filtered: number;
  readonly rows: readonly UpgradeRecord[];
}

/** One page of the upgrade table (docs/interface.md#upgrade_list). */
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

/** The total, if the page shows the last hit: then no count is needed. A count reads the text of every upgrade. */
function lastOf({ offset, limit }: TableQuery, { length }: readonly UpgradeRecord[]): number | null {
  const isPastTheEnd = length === 0 && offset > 0;
  return length < limit && !isPastTheEnd ? offset + length : null;
}
