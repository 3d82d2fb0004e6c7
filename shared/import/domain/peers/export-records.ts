import type { ExportValue } from './export-value.js';
import type { ConversionReport } from './conversion-report.js';

/** The fields by which a record of each kind is recognised. */
export type Marks<Kind extends string> = Readonly<Record<Kind, readonly string[]>>;

/** The records of an export by kind, each in the order of the files. */
export type ExportRecords<Kind extends string> = Readonly<Record<Kind, readonly ExportValue[]>>;

/** The members of an answer that hold its records: `data` of UniFi, `results` of OpenWISP. */
const ENVELOPES = ['data', 'results'];

/**
 * Sorts the records of files by kind. A file is a list, an answer with `data` or `results`, or an object of lists by kind.
 * @throws UnreadableExport for a record of no kind
 */
export function sortRecords<Kind extends string>(
  files: readonly ExportValue[],
  marks: Marks<Kind>,
  report: ConversionReport,
): ExportRecords<Kind> {
  const kinds = Object.keys(marks) as Kind[];
  const sorted = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Record<
    Kind,
    ExportValue[]
  >;
  for (const file of files) {
    for (const record of recordsOf(file, kinds, report)) {
      const kind = kinds.find((one) => marks[one].every((name) => record.has(name)));
      if (kind === undefined) return record.refuse(`is none of: ${kinds.join(', ')}`);
      sorted[kind].push(record);
    }
  }
  return sorted;
}

function recordsOf(file: ExportValue, kinds: readonly string[], report: ConversionReport): ExportValue[] {
  if (file.isList) return file.list();
  const envelope = ENVELOPES.find((name) => file.has(name));
  if (envelope !== undefined) {
    if (file.has('next') && file.get('next').isSet)
      report.add(file.get('next'), 'is not followed: add the other pages to the files');
    return file.get(envelope).list();
  }
  return file.members().flatMap(([name, value]) => {
    if (kinds.includes(name)) return value.list();
    report.add(value, 'is not converted');
    return [];
  });
}
