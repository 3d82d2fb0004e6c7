import { readFile, stat } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { readKeyRow, type KeyRow, type RefusedRow } from '../../../shared/openwisp/domain/key-row.js';
import { importKeys } from '../../../shared/openwisp/operations/import-keys.js';
import { fromCallersFolder } from '../../../shared/platform/env/env.js';
import { id, text, UsageError, type CliCommand } from '../command.js';

const MAX_BYTES = 64 * 1024 * 1024;
/** The columns, as OpenWISP's export names them, and shorter. */
const COLUMNS = { uuid: ['id', 'uuid'], key: ['key'], mac: ['mac_address', 'mac'] } as const;

export const openwispImportKeys: CliCommand = {
  name: 'openwisp import-keys',
  summary:
    'Let devices of an organisation keep the UUIDs and keys that OpenWISP has given them; with the shared secret in AIRFLEET_OPENWISP_SECRET, list those whose keys follow from it',
  usage: 'FILE.csv --organisation ID',
  options: { file: { type: 'string' }, organisation: { type: 'string' } },
  positional: 'file',
  async run({ stores, env, now, print }, options) {
    const organisationId = id(options, 'organisation');
    if (!(await stores.admin.organisationExists(organisationId)))
      throw new UsageError(`There is no organisation ${organisationId}`);
    const { rows, refused } = readRows(await contentOf(text(options, 'file')));
    const result = await importKeys({ stores, now }, organisationId, rows, env.openwispSecret);
    const all = [...refused, ...result.refused].sort((one, other) => one.line - other.line);
    for (const { line, why } of all) print(`line ${line}: refused: ${why}`);
    for (const { line, macId } of result.weak ?? [])
      print(`line ${line}: weak: the key of ${macId} follows from its MAC and the shared secret`);
    if (result.weak === null) print('Weak keys are listed only with AIRFLEET_OPENWISP_SECRET');
    print(`${result.given} keys given, ${result.unchanged} unchanged, ${all.length} rows refused`);
    return all.length > 0 ? 1 : 0;
  },
};

async function contentOf(name: string): Promise<string> {
  const path = fromCallersFolder(name);
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
  if (size === null) throw new UsageError(`${name} cannot be read`);
  if (size > MAX_BYTES) throw new UsageError(`${name} is larger than 64 MiB`);
  return readFile(path, 'utf8');
}

/** The rows of a CSV file with a line of names. @throws UsageError, which never quotes the file */
function readRows(content: string): { rows: KeyRow[]; refused: RefusedRow[] } {
  let lines: { info: { lines: number }; record: string[] }[];
  try {
    lines = parse(content, { bom: true, info: true, trim: true, skip_empty_lines: true }) as never;
  } catch {
    throw new UsageError('The file is not CSV with the same number of columns in each line');
  }
  const [head, ...rest] = lines;
  const names = (head?.record ?? []).map((name) => name.toLowerCase());
  const places = Object.entries(COLUMNS).map(([what, known]) => {
    const place = names.findIndex((name) => (known as readonly string[]).includes(name));
    if (place === -1) throw new UsageError(`The first line names no column ${known.join(' or ')}`);
    return [what, place] as const;
  });
  const rows: KeyRow[] = [];
  const refused: RefusedRow[] = [];
  for (const { info, record } of rest) {
    const cells = Object.fromEntries(places.map(([what, place]) => [what, record[place] ?? '']));
    const { uuid = '', key = '', mac = '' } = cells;
    const row = readKeyRow(info.lines, { uuid, key, mac });
    if ('why' in row) refused.push(row);
    else rows.push(row);
  }
  return { rows, refused };
}
