import type { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Caller } from '../../shared/access/domain/access.js';
import type { ApiDeps } from '../deps.js';
import { acquireStream, listBody } from './json-stream.js';

export const CSV = 'text/csv';
export const NDJSON = 'application/x-ndjson';

/** How the items of a list are written to a file. */
export interface FileFormat<Item> {
  readonly type: typeof CSV | typeof NDJSON;
  readonly before: string;
  readonly write: (item: Item) => string;
}

/** Spreadsheets take a file without a byte order mark for one in a code page. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINES = { record_delimiter: 'windows' } as const;

/**
 * Comma-separated values under a row of names, as spreadsheets and RFC 4180 have them. Cells that a spreadsheet would take
 * for formulas are escaped.
 */
export function csvFormat<Item>(
  columns: readonly string[],
  present: (item: Item) => object,
): FileFormat<Item> {
  return {
    type: CSV,
    before: BYTE_ORDER_MARK + stringify([columns], LINES),
    write: (item) => stringify([present(item)], { ...LINES, columns: [...columns], escape_formulas: true }),
  };
}

export interface FileAnswer {
  readonly status: 200;
  readonly headers: Record<string, string>;
  readonly body: string | Readable;
}

/** Answers with a list as a file, streamed when it is long. @throws AppError overloaded */
export async function fileAnswer<Item>(
  deps: ApiDeps,
  caller: Caller,
  { type, ...format }: FileFormat<Item>,
  batches: AsyncIterable<readonly Item[]>,
  filename: string,
): Promise<FileAnswer> {
  const list = { batches, separator: '', after: '', ...format };
  const body = await listBody(list, { log: deps.log, acquire: () => acquireStream(deps, caller) });
  return {
    status: 200,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${filename}"`,
    },
    body,
  };
}
