import { IANAZone } from 'luxon';

// The names without an area in the IANA database. The runtime also accepts ambiguous abbreviations such as PST and
// IST, which are refused.
const WITHOUT_AREA: ReadonlySet<string> = new Set(
  (
    'CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland ' +
    'Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ' +
    'ROK Singapore Turkey UCT UTC Universal W-SU WET Zulu'
  ).split(' '),
);

const AREAS =
  /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)(\/[A-Z][A-Za-z0-9_+-]*){1,2}$/;

// The runtime accepts names in any case; its own list, which lacks old and new aliases, has their spelling.
const WRITTEN = new Map(Intl.supportedValuesOf('timeZone').map((name) => [name.toLowerCase(), name]));

// A lookup in the runtime takes as long as writing a dozen upgrades. Only existing names are cached: a few hundred.
const found = new Map<string, IANAZone>();

/**
 * The zone of an IANA name in its official spelling (`Europe/Berlin`, `Asia/Kolkata`, `UTC`), or null. Offsets
 * (`UTC+3`) and abbreviations (`PST`) are not zone names.
 */
export function ianaZone(name: string): IANAZone | null {
  const known = found.get(name);
  if (known) return known;
  if (!WITHOUT_AREA.has(name) && !AREAS.test(name)) return null;
  if ((WRITTEN.get(name.toLowerCase()) ?? name) !== name) return null;
  if (!IANAZone.isValidZone(name)) return null;
  const zone = IANAZone.create(name);
  found.set(name, zone);
  return zone;
}
