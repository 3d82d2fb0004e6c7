/**
 * The columns of the access table. The first five callers name records of a network in which they have all
 * permissions of their role; `readOnly` names records of a network that it may only read, `hidden` of a network it
 * has no access to, `foreign` of another organisation. `installation` is an operator of the installation and names
 * records of an organisation.
 */
export const COLUMNS = [
  'super_admin',
  'admin',
  'operator',
  'viewer',
  'tier2',
  'installation',
  'readOnly',
  'hidden',
  'foreign',
] as const;
export type Column = (typeof COLUMNS)[number];

/** The expected response. */
export interface Cell {
  readonly status: number;
  /** The code of a /v1 refusal; null if its body has none. Absent under /upgrades, where the body has the status. */
  readonly code?: number | null;
  /** Whether the response shows the record; absent where a success shows nothing. */
  readonly shows?: boolean;
}

/** The cells of a row, in the order of the columns. */
export type Cells = Readonly<Record<Column, Cell>>;

/** The cells that a row lists: an operator of the installation is refused in the same way everywhere. */
const WRITTEN = COLUMNS.filter((column) => column !== 'installation');

/**
 * Parses the cells of a row: `seen` is 200 with the record, `blind` 200 without it, `done` 200, `made` 201, `begun` 202, `gone` 204; a refusal
 * is `403/1102`, `403/-` if its body has no code, and `403` under /upgrades.
 */
export function readCells(row: string, installation: string): Cells {
  const cells = row.trim().split(/\s+/);
  if (cells.length !== WRITTEN.length) throw new Error(`A row has ${WRITTEN.length} cells: ${row}`);
  return Object.fromEntries(
    [...WRITTEN.map((column, index) => [column, cells[index] ?? '']), ['installation', installation]].map(
      ([column = '', cell = '']) => [column, readCell(cell)],
    ),
  ) as unknown as Cells;
}

const SUCCESSES: Readonly<Record<string, Cell>> = {
  seen: { status: 200, shows: true },
  blind: { status: 200, shows: false },
  done: { status: 200 },
  made: { status: 201 },
  begun: { status: 202 },
  gone: { status: 204 },
};

function readCell(text: string): Cell {
  const success = SUCCESSES[text];
  if (success) return success;
  const [, status, code] = /^(\d{3})(?:\/(\d{4}|-))?$/.exec(text) ?? [];
  if (status === undefined) throw new Error(`No cell of the table: ${text}`);
  if (code === undefined) return { status: Number(status), shows: false };
  return { status: Number(status), code: code === '-' ? null : Number(code), shows: false };
}
