import { fold, gramsOfText, searchText } from './device-search.js';

/** The fields of a device that lists search and sort by. */
export interface SearchableDevice {
  readonly id: number;
  readonly macId: string;
  readonly name: string;
  readonly routerSerialNumber: string;
  readonly firmwareVersion: string;
  readonly networkName: string | null;
  readonly hpName: string;
  readonly tagNames: readonly string[];
  readonly activatedOn: Date | null;
}

const SEPARATOR = '\u0000';
const ID_DIGITS = 16;

/** The key of a value that is folded already. */
export function keyOf(foldedValue: string, id: number): string {
  return `${foldedValue}${SEPARATOR}${String(id).padStart(ID_DIGITS, '0')}`;
}

/** The folded value in a key. */
export function valueOf(key: string): string {
  return key.slice(0, -(ID_DIGITS + SEPARATOR.length));
}

/**
 * One text that orders by a value and then by id, so that one index range finds the next page however often the
 * value repeats. Values are folded: capitals do not change the order.
 */
function sortKey(value: string, id: number): string {
  return keyOf(fold(value), id);
}

/** The same for a time; a missing one sorts first. */
export function timeSortKey(at: Date | null, id: number): string {
  return sortKey(at === null ? '' : at.toISOString(), id);
}

/** What is stored beside a device's fields and must be written whenever one of them is. */
export function deriveDevice(device: SearchableDevice) {
  const text = searchText({ ...device, networkName: device.networkName ?? '' });
  return {
    searchText: text,
    trigrams: gramsOfText(text),
    sort: {
      name: sortKey(device.name, device.id),
      routerSerialNumber: sortKey(device.routerSerialNumber, device.id),
      firmwareVersion: sortKey(device.firmwareVersion, device.id),
      networkName: sortKey(device.networkName ?? '', device.id),
      hpName: sortKey(device.hpName, device.id),
      activatedOn: timeSortKey(device.activatedOn, device.id),
    },
  };
}
