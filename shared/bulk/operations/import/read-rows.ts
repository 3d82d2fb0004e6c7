import { batchesOf } from '../../../platform/mongo/batches.js';
import { canonicalMac } from '../../../platform/values/mac.js';
import type { BulkDeps } from '../../deps.js';
import { cleanRow, identifyRows } from '../../domain/identify-rows.js';
import type { IdentifiedRow, ImportRow } from '../../domain/import-row.js';

/** Reads the rows of a request: finds their devices in the manufacturer's list, and what is wrong with them as they are. */
export async function readRows(
  { stores: { master } }: BulkDeps,
  given: readonly ImportRow[],
): Promise<IdentifiedRow[]> {
  const rows = given.map(cleanRow);
  const serials = rows.flatMap(({ mac, serial }) => (mac === '' && serial !== '' ? [serial] : []));
  const macsOf = new Map<string, string[]>();
  for (const batch of batchesOf([...new Set(serials)])) {
    for (const { _id, routerSerialNumber: serial } of await master.bySerials(batch))
      macsOf.set(serial, [...(macsOf.get(serial) ?? []), _id]);
  }
  const both = rows.flatMap(({ mac, serial }) => (serial === '' ? [] : (canonicalMac(mac) ?? [])));
  const built = await master.byMacs([...new Set(both)]);
  const serialOf = new Map([...built].map(([mac, { routerSerialNumber }]) => [mac, routerSerialNumber]));
  return identifyRows(rows, { macsOf, serialOf });
}
