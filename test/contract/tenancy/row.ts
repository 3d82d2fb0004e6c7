import { readCells, type Cells } from './columns.js';
import type { NetworkRecords } from './network-records.js';

export type Input = Readonly<Record<string, unknown>>;

/** One row of the access table. */
export interface TenancyRow {
  readonly operation: string;
  /** The parameter that names the record. */
  readonly by: string;
  /** Parameters that name new records of the target; `home` is the caller's own network. `:id` goes into the path. */
  readonly input: (target: NetworkRecords, home: NetworkRecords) => Input | Promise<Input>;
  readonly cells: Cells;
}

/**
 * Parses a row of the table; see columns.ts for the cells. @param installation the cell of the installation's
 * operator
 */
export function row(
  operation: string,
  by: string,
  input: TenancyRow['input'],
  cells: string,
  installation = '403/1102',
): TenancyRow {
  return { operation, by, input, cells: readCells(cells, installation) };
}
