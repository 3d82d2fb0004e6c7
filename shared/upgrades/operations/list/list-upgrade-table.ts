import { readScope, type Caller } from '../../../access/domain/access.js';
import { BATCH } from '../../../platform/mongo/batches.js';
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
  const counting = upgradeTable.total(scope);
  const [{ total }, rows] = await Promise.all([counting, upgradeTable.rows(scope, query, counting)]);
  if (query.search === '') return { total, filtered: total, rows };
  const filtered = lastOf(query, rows) ?? (await upgradeTable.count(scope, query.search));
  return { total, filtered, rows };
}

/** The whole table; `rows` ends when the last batch is read. */
export interface WholeUpgradeTable extends Omit<UpgradeTable, 'rows'> {
  readonly rows: Iterable<readonly UpgradeRecord[]> | AsyncIterable<readonly UpgradeRecord[]>;
}

/** All rows of the upgrade table, read in batches (docs/interface.md#upgrade_list-3). */
export async function walkUpgradeTable(
  { stores: { upgradeTable } }: UpgradeDeps,
  caller: Caller,
  { search, sort }: Pick<TableQuery, 'search' | 'sort'>,
): Promise<WholeUpgradeTable> {
  const scope = readScope(caller);
  const batches = upgradeTable.walk(scope, { search, sort });
  const [{ total }, first] = await Promise.all([upgradeTable.total(scope), batches.next()]);
  const start = first.done === true ? [] : first.value;
  const isWhole = start.length < BATCH;
  const filtered = search === '' ? total : isWhole ? start.length : await upgradeTable.count(scope, search);
  return { total, filtered, rows: isWhole ? [start] : continued(start, batches) };
}

async function* continued<T>(start: T[], rest: AsyncGenerator<T[], void>): AsyncGenerator<T[], void> {
  yield start;
  yield* rest;
}

/** The total, if the page shows the last hit: then no count is needed. A count reads the text of every upgrade. */
function lastOf({ offset, limit }: TableQuery, { length }: readonly UpgradeRecord[]): number | null {
  const isPastTheEnd = length === 0 && offset > 0;
  return length < limit && !isPastTheEnd ? offset + length : null;
}
