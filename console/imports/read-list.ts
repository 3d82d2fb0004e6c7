import { parse } from 'csv-parse/browser/esm/sync';
import { columnsOf, rowOf, type ListRow } from './list-columns';

/** What a file says of devices. */
export interface DeviceList {
  readonly rows: readonly ListRow[];
  /** The names of columns that are not used. */
  readonly unused: readonly string[];
}

/** Why a file cannot be read, as a sentence. */
class UnreadableList extends Error {
  override readonly name = 'UnreadableList';
}

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_ROWS = 40_000;
const DELIMITERS = [',', ';', '\t'] as const;
/** With which a file says what separates its cells. */
const SEPARATOR = /^sep=(.)\r?\n/i;

/** Reads a file of comma-, semicolon- or tab-separated values whose first row has the names of the columns. */
export async function readList(file: Blob): Promise<DeviceList> {
  if (file.size > MAX_BYTES) throw new UnreadableList('The file is larger than 10 MiB.');
  return listOf(textOf(new Uint8Array(await file.arrayBuffer())));
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableList('The file is neither in UTF-8 nor in UTF-16. Save it as "CSV UTF-8".');
  }
}

/** By the byte order mark, else by the zeros that UTF-16 has between Latin letters. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0) return 'utf-16le';
  return first === 0 ? 'utf-16be' : 'utf-8';
}

function listOf(text: string): DeviceList {
  const separator = SEPARATOR.exec(text);
  const content = separator ? text.slice(separator[0].length) : text;
  const records = parsed(content, separator?.[1] ?? delimiterOf(content));
  const offset = separator ? 2 : 1;
  const first = records.findIndex((record) => record.some((cell) => cell.trim() !== ''));
  const header = records[first] ?? [];
  const columns = columnsOf(header);
  if (!columns.has('mac') && !columns.has('serial'))
    throw new UnreadableList(
      'No column has MAC addresses or serial numbers: the first row names the columns, such as MAC, Serial, Name, Network, Tags, Notes.',
    );
  const rows = records.slice(first + 1).flatMap((record, index) => {
    return rowOf(record, columns, first + 1 + index + offset) ?? [];
  });
  if (rows.length > MAX_ROWS) throw new UnreadableList('The file has more than 40,000 rows.');
  const used = new Set(columns.values());
  return { rows, unused: header.filter((name, at) => !used.has(at) && name.trim() !== '') };
}

function parsed(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true, relax_quotes: true });
  } catch (error) {
    throw new UnreadableList(`The file is no CSV: ${error instanceof Error ? error.message : ''}`);
  }
}

/** What separates the names in the first line most often. */
function delimiterOf(text: string): string {
  const line = /^\s*([^\r\n]*)/.exec(text)?.[1] ?? '';
  const names = line.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => names.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
