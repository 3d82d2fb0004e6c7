/** A time zone in which this browser shows times. */
interface ShownZone {
  readonly timeZone: string;
  /** Its name, or why it is another one than the one that was asked for. */
  readonly label: string;
}

const UTC: ShownZone = { timeZone: 'UTC', label: 'UTC' };
const tried = new Map<string, ShownZone>();

/** The zone with a name, or UTC if this browser does not know it, for example because the zone is newer. */
function zoneNamed(name: string): ShownZone {
  const known = tried.get(name);
  if (known) return known;
  const zone = isKnown(name) ? { timeZone: name, label: name } : unknown(name);
  tried.set(name, zone);
  return zone;
}

function unknown(name: string): ShownZone {
  return { ...UTC, label: `UTC, because this browser does not know ${name}` };
}

function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** Without a zone of its own, a browser has none or names it Etc/Unknown, which it does not know. */
const ownName = Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
const OWN: ShownZone =
  ownName !== undefined && isKnown(ownName) ? zoneNamed(ownName) : unknown('its time zone');

/** How the signed-in user reads times: as it has chosen, or as its browser is set. */
let reader: { readonly zone: ShownZone; readonly locale: string | undefined } = {
  zone: OWN,
  locale: undefined,
};

/** From now on times are shown as a user has chosen; null takes what the browser has. */
export function showTimesFor(locale: string | null, timeZone: string | null): void {
  reader = {
    zone: timeZone === null ? OWN : zoneNamed(timeZone),
    locale: locale !== null && isLocale(locale) ? locale : undefined,
  };
}

function isLocale(locale: string): boolean {
  return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
}

/** The names of all time zones that this browser knows, as choices. */
export const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({ value }));

/** The zone of the browser, if it is among the choices; otherwise UTC. */
export const OWN_ZONE = ZONES.some(({ value }) => value === OWN.timeZone) ? OWN.timeZone : UTC.timeZone;

type Format = Omit<Intl.DateTimeFormatOptions, 'timeZone'>;

/** A time in the reader's zone. */
export function formatTime(at: string | number | Date, format: Format): string {
  return new Date(at).toLocaleString(reader.locale, { ...format, timeZone: reader.zone.timeZone });
}

/** A time with the name of the zone: the reader's, and that of the site if it is another one. */
export function formatInZones(at: string, format: Format, site?: string | null): string {
  const { zone, locale } = reader;
  const isOther = site && site !== (zone === OWN ? ownName : zone.timeZone);
  const zones = [zone, ...(isOther ? [zoneNamed(site)] : [])];
  const text = ({ timeZone, label }: ShownZone): string =>
    `${new Date(at).toLocaleString(locale, { ...format, timeZone })} (${label})`;
  return zones.map(text).join('\n');
}

/** Such as "2026-11-30 21:00", as the clocks of a zone show it; with an offset if this browser does not know the zone. */
export function clockTime(at: string, name: string): string {
  if (!isKnown(name)) return at;
  // The Swedish format is that of ISO 8601.
  return new Date(at).toLocaleString('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'short' });
}
