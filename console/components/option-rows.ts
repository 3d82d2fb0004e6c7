export type OptionKind = 'hostapd' | 'uci';
export type Options = Readonly<Record<OptionKind, Readonly<Record<string, string>>>>;

export interface OptionRow {
  readonly kind: OptionKind;
  readonly name: string;
  readonly value: string;
}

export const OPTION_KINDS: Readonly<Record<OptionKind, string>> = {
  hostapd: 'hostapd',
  uci: 'OpenWrt (UCI)',
};
const KINDS = Object.keys(OPTION_KINDS) as OptionKind[];

/** The rows as a value of the form, which compares texts. */
export function rowsToText(rows: readonly OptionRow[]): string {
  return rows.length === 0 ? '' : JSON.stringify(rows.map(({ kind, name, value }) => [kind, name, value]));
}

export function rowsIn(text: string): OptionRow[] {
  if (text === '') return [];
  const rows = JSON.parse(text) as [OptionKind, string, string][];
  return rows.map(([kind, name, value]) => ({ kind, name, value }));
}

/** The value of the form for stored options. */
export function optionsToText(options: Options | null): string {
  return rowsToText(
    KINDS.flatMap((kind) =>
      Object.entries(options?.[kind] ?? {}).map(([name, value]) => ({ kind, name, value })),
    ),
  );
}

/** The options of a request, without empty rows; null when none is left. Of rows with one name, the last one counts. */
export function optionsIn(text: string): Options | null {
  const rows = rowsIn(text).filter(({ name, value }) => name.trim() !== '' || value.trim() !== '');
  const set = (kind: OptionKind): Record<string, string> =>
    Object.fromEntries(
      rows.filter((row) => row.kind === kind).map(({ name, value }) => [name.trim(), value]),
    );
  return rows.length === 0 ? null : { hostapd: set('hostapd'), uci: set('uci') };
}

/** The options for a reader. */
export function describeOptions(text: string): string {
  return rowsIn(text)
    .map(({ kind, name, value }) => `${OPTION_KINDS[kind]}: ${name}=${value}`)
    .join(', ');
}
