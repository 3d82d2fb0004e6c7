import { DEVICE_IDENTITIES, type DeviceIdentity } from '../../inventory/domain/device-identity.js';
import { notesText } from '../../inventory/domain/device-notes.js';
import { MAX_DEVICE_TAGS } from '../../inventory/domain/device-tags.js';
import { canonicalMac, groupOf } from '../../platform/values/mac.js';
import { nameText } from '../../platform/values/texts.js';
import type { IdentifiedRow, ImportRow, RowFault } from './import-row.js';

/** What the manufacturer's list says of the devices of some rows. */
export interface BuiltNumbers {
  /** The MACs of each serial number. */
  readonly macsOf: ReadonlyMap<string, readonly string[]>;
  /** The serial numbers of MACs. */
  readonly serialOf: ReadonlyMap<string, string>;
}

/** The cells of a row without white space around them, and with composed letters. */
export function cleanRow({ tags, ...row }: ImportRow): ImportRow {
  const clean = (text: string): string => text.trim().normalize('NFC');
  return {
    row: row.row,
    mac: clean(row.mac),
    serial: clean(row.serial),
    name: clean(row.name),
    network: clean(row.network),
    tags: [...new Set(tags.map(clean))].filter((tag) => tag !== ''),
    notes: clean(row.notes),
    identity: clean(row.identity).toLowerCase(),
  };
}

/** Finds the device of each row, and the faults of rows that depend on nothing but the rows and the manufacturer's list. */
export function identifyRows(rows: readonly ImportRow[], built: BuiltNumbers): IdentifiedRow[] {
  const identified = rows.map((row) => identify(row, built));
  const rowsOf = new Map<string, number[]>();
  for (const { macId, row } of identified) {
    if (macId !== null) rowsOf.set(macId, [...(rowsOf.get(macId) ?? []), row]);
  }
  return identified.map((row) => {
    const others = (rowsOf.get(row.macId ?? '') ?? []).filter((other) => other !== row.row);
    if (row.fault || row.macId === null) return row;
    const isRepeated = (rowsOf.get(row.macId) ?? []).length > 1;
    if (!isRepeated) return row;
    const where = others.length > 0 ? `row ${others.slice(0, 3).join(', ')}` : 'another row';
    return { ...row, fault: invalid(`The device is also in ${where}`) };
  });
}

function identify(row: ImportRow, built: BuiltNumbers): IdentifiedRow {
  const asIdentity = DEVICE_IDENTITIES.find((identity) => identity === row.identity) ?? null;
  const found = macOf(row, built);
  const macId = typeof found === 'string' ? found : null;
  const fault = (typeof found === 'string' ? null : found) ?? cellFault(row, asIdentity);
  return { ...row, macId, asIdentity, fault };
}

/** A text without a MAC is looked up as a serial number before it counts as a MAC. */
function macOf({ mac, serial }: ImportRow, { macsOf, serialOf }: BuiltNumbers): string | RowFault {
  if (mac === '' && serial === '') return invalid('There is neither a MAC nor a serial number');
  if (mac === '') {
    const macs = macsOf.get(serial) ?? [];
    if (macs.length > 1)
      return invalid(`Several devices have the serial number ${serial}: the MAC is needed too`);
    return macs[0] ?? canonicalMac(serial) ?? invalid(`There is no device with the serial number ${serial}`);
  }
  const macId = canonicalMac(mac);
  if (macId === null) return invalid(`${mac} is no MAC`);
  const kind = groupOf(macId);
  if (kind !== null) return invalid(`${macId} is ${kind}`);
  const built = serialOf.get(macId) ?? '';
  if (serial !== '' && built !== '' && built.toLowerCase() !== serial.toLowerCase())
    return invalid(`${macId} and the serial number ${serial} are those of two devices`);
  return macId;
}

function cellFault(row: ImportRow, asIdentity: DeviceIdentity | null): RowFault | null {
  const { name, network, tags, notes, identity } = row;
  if (tags.length > MAX_DEVICE_TAGS) return invalid(`A device has at most ${MAX_DEVICE_TAGS} tags`);
  if (identity !== '' && asIdentity === null) return invalid('The identity is key or certificate');
  const texts = [
    { label: 'name', text: name, schema: nameText },
    { label: 'network', text: network, schema: nameText },
    ...tags.map((text) => ({ label: 'tag', text, schema: nameText })),
    { label: 'notes', text: notes, schema: notesText },
  ];
  for (const { label, text, schema } of texts) {
    const { error } = schema.label(label).validate(text);
    if (text !== '' && error) return invalid(error.message.replaceAll('"', ''));
  }
  return null;
}

function invalid(text: string): RowFault {
  return { refusal: 'settingsInvalid', text };
}
