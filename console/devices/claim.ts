import type { Schema } from '../api/answer';

export type BuiltDevice = Schema<'GetDevicesFromSerialResponse'>['data']['devices'][number];

/** A MAC with separators. */
const MAC = /^(?:[\da-f]{2}([:-])(?:[\da-f]{2}\1){4}[\da-f]{2}|[\da-f]{4}(?:\.[\da-f]{4}){2})$/i;
/** Either a serial number or a MAC without separators. */
const TWELVE_DIGITS = /^[\da-f]{12}$/i;

/** What became of one entry of the form when it was looked up. */
export interface ClaimLine {
  readonly entry: string;
  readonly about: string;
  readonly isClaimable: boolean;
}

export interface Claim {
  readonly lines: readonly ClaimLine[];
  /** The devices to claim. */
  readonly macs: readonly string[];
}

/** The entries of a text, each once. Twelve digits are looked up as a serial number before they count as a MAC. */
export function entriesIn(text: string): { macs: readonly string[]; serials: readonly string[] } {
  const entries = [
    ...new Set(
      text
        .normalize('NFC')
        .split(/[\s,;]+/)
        .filter((entry) => entry !== ''),
    ),
  ];
  return {
    macs: entries.filter((entry) => MAC.test(entry)),
    serials: entries.filter((entry) => !MAC.test(entry)),
  };
}

/** What can be claimed of the entries. MACs are not looked up: the service judges them when they are claimed. */
export function claimOf(
  macs: readonly string[],
  serials: readonly string[],
  built: readonly BuiltDevice[],
): Claim {
  const known = new Set(built.map(({ router_serial_number: serial }) => serial));
  const unknown = serials.filter((entry) => !known.has(entry));
  const given = [...macs, ...unknown.filter((entry) => TWELVE_DIGITS.test(entry))];
  const lines = [
    ...given.map((entry) => ({ entry, about: 'is checked when it is added', isClaimable: true })),
    ...built.map(({ router_serial_number: entry, hp_name: part, mac_id: mac, claimed }) => ({
      entry,
      about: claimed ? `${part}, ${mac}, is in an inventory already` : `${part}, ${mac}`,
      isClaimable: !claimed,
    })),
    ...unknown
      .filter((entry) => !TWELVE_DIGITS.test(entry))
      .map((entry) => ({ entry, about: 'unknown serial number', isClaimable: false })),
  ];
  const found = built.filter(({ claimed }) => !claimed).map(({ mac_id: mac }) => mac);
  return { lines, macs: [...new Set([...given, ...found])] };
}
