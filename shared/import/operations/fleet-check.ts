import type { FleetDeps } from '../deps.js';
import { CheckContext } from '../sections/check-context.js';
import { knownReferences } from '../sections/known.js';
import type { SectionName } from '../sections/sections.js';
import { withoutRecords } from '../stores/without-records.js';
import { checkBatch } from './check-batch.js';

/** What identifies a record, of the fields of all sections. */
const KEYS = ['id', 'mac_id', 'part_number', 'version', 'email'];

/**
 * Checks the records of an export, in its order, as an import into an empty database would. Memory grows by some 35 bytes a
 * device.
 * @param onFault takes each fault with its path in the file and the key of its record:
 *   `devices[3].name: must not have … (id 17)`
 */
export function fleetCheck(
  deps: FleetDeps,
  onFault: (line: string) => void,
): (section: SectionName, texts: readonly string[]) => Promise<void> {
  const stores = withoutRecords(deps.stores);
  const checked = new Map<SectionName, number>();
  let first = 0;
  let records: readonly Record<string, unknown>[] = [];
  const faults = {
    add(path: string, text: string) {
      const index = Number(/\[(\d+)\]/.exec(path)?.[1]);
      onFault(`${path}: ${text} (${keyOf(records[index - first] ?? {})})`);
    },
  };
  const known = knownReferences(stores.fleetLookup);
  const context = new CheckContext({ ...deps, stores }, known, faults, new Map());
  return async (section, texts) => {
    first = checked.get(section) ?? 0;
    records = texts.map((text) => JSON.parse(text) as Record<string, unknown>);
    checked.set(section, first + records.length);
    await checkBatch(context, section, { first, records });
  };
}

function keyOf(record: Readonly<Record<string, unknown>>): string {
  const key = KEYS.find((name) => record[name] !== undefined) ?? '';
  return `${key} ${String(record[key])}`;
}
