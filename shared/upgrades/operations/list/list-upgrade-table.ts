import { readScope, type Caller, type Scope } from '../../../access/domain/access.js';
import { BATCH } from '../../../platform/mongo/batches.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { TableQuery } from '../../stores/table/pages.js';
import type { UpgradeDeps } from '../../deps.js';

type Table = UpgradeDeps['stores']['upgradeTable'];

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
  if (query.search === '') {
    const [{ total }, rows] = await Promise.all([counting, upgradeTable.rows(scope, query, counting)]);
    return { total, filtered: total, rows };
  }
  const [{ total }, found] = await Promise.all([counting, searchTable(upgradeTable, scope, query)]);
  return { total, ...found };
}

async function searchTable(
  upgradeTable: Table,
  scope: Scope,
  query: TableQuery,
): Promise<Omit<UpgradeTable, 'total'>> {
  const hits = await upgradeTable.find(scope, query.search);
  if (hits) return { filtered: hits.count, rows: await upgradeTable.hitRows(scope, hits, query) };
  const rows = await upgradeTable.rows(scope, query);
  const filtered = lastOf(query, rows) ?? (await upgradeTable.count(scope, query.search));
  return { filtered, rows };
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
  const hits = search === '' ? null : await upgradeTable.find(scope, search);
  const few = hits && (await upgradeTable.walkHits(scope, hits, sort));
  const batches = few ?? upgradeTable.walk(scope, { search, sort });
  const [{ total }, first] = await Promise.all([upgradeTable.total(scope), batches.next()]);
  const start = first.done === true ? [] : first.value;
  if (hits && few) return { total, filtered: hits.count, rows: continued(start, few) };
  const isWhole = start.length < BATCH;
  const count = (): Promise<number> => upgradeTable.count(scope, search);
  const filtered = search === '' ? total : isWhole ? start.length : (hits?.count ?? (await count()));
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
