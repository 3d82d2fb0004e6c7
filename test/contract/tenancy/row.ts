import { readCells, type Cells } from './columns.js';
import type { Place } from './place.js';

type Input = Readonly<Record<string, unknown>>;

/** One row of the table of access. */
export interface TenancyRow {
  readonly operation: string;
  /** Which of its parameters points at the place. */
  readonly by: string;
  /** Parameters that name something fresh at the place; `home` is where the caller has its own. `:id` goes into the path. */
  readonly input: (place: Place, home: Place) => Input | Promise<Input>;
  readonly cells: Cells;
}

/** A row as the table writes it; see columns.ts for the cells. @param installation that of the installation's operator */
export function row(
  operation: string,
  by: string,
  input: TenancyRow['input'],
  cells: string,
  installation = '403/1102',
): TenancyRow {
  return { operation, by, input, cells: readCells(cells, installation) };
}
