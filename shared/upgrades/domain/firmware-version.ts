type Part = readonly string[];

/** A parsed version: dotted parts of the release, each in runs of digits and of other text; then the suffix. */
interface Parsed {
  readonly release: readonly Part[];
  readonly suffix: readonly Part[] | null;
}

const RUNS = /\d+|\D+/g;

function partsOf(text: string): Part[] {
  return text.split('.').map((part) => part.match(RUNS) ?? []);
}

function parse(version: string): Parsed {
  const text = version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, '');
  const dash = text.indexOf('-');
  if (dash < 0) return { release: partsOf(text), suffix: null };
  return { release: partsOf(text.slice(0, dash)), suffix: partsOf(text.slice(dash + 1)) };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function isNumeric(run: string): boolean {
  return /^\d/.test(run);
}

// By length first, so that a number of any size is compared without losing digits.
function compareNumbers(a: string, b: string): number {
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  return Math.sign(left.length - right.length) || compareText(left, right);
}

function compareRuns(a: string, b: string): number {
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b);
  if (isNumeric(a) !== isNumeric(b)) return isNumeric(a) ? -1 : 1;
  return compareText(a, b);
}

/** Compares item by item; a list that is a prefix of the other is less. */
function compareLists<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): number {
  const shared = a.slice(0, b.length).map((item, at) => compare(item, b[at] as T));
  return shared.find((order) => order !== 0) ?? Math.sign(a.length - b.length);
}

function compareParts(a: readonly Part[], b: readonly Part[]): number {
  return compareLists(a, b, (left, right) => compareLists(left, right, compareRuns));
}

function compareSuffixes(a: readonly Part[] | null, b: readonly Part[] | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareParts(a, b);
}

/**
 * Natural order of firmware versions: negative when `a` is the older, positive when the newer.
 *
 * Dotted parts are compared one by one, numbers by their value and of any size, text in parts likewise run by run
 * (`1.9.9` < `1.10.0`, `rc2` < `rc10`); a number comes before text. What follows the first dash makes a version
 * earlier than the same without (`2.0.0-rc1` < `2.0.0`). Capitals and a leading `v` do not count, unless nothing
 * else differs: 0 is given for equal texts only, so the order is total.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  return (
    compareParts(left.release, right.release) ||
    compareSuffixes(left.suffix, right.suffix) ||
    compareText(a, b)
  );
}

// Marks of the sort key, in the order in which they must sort; no version holds control characters below them.
const END_OF_TEXT = '\u0001';
const END_OF_LIST = '!';
const END_OF_PART = '"';
const NUMBER = '0';
const TEXT = 'a';
const SUFFIX = '-';
const NO_SUFFIX = '~';

function runKey(run: string): string {
  if (!isNumeric(run)) return `${TEXT}${run}${END_OF_TEXT}`;
  const digits = run.replace(/^0+/, '');
  return `${NUMBER}${String(digits.length).padStart(5, '0')}${digits}`;
}

function partsKey(parts: readonly Part[]): string {
  return parts.map((part) => part.map(runKey).join('') + END_OF_PART).join('') + END_OF_LIST;
}

/** A text whose binary order is that of {@link compareVersions}, so that a database can sort versions by an index. */
export function versionSortKey(version: string): string {
  const { release, suffix } = parse(version);
  return partsKey(release) + (suffix === null ? NO_SUFFIX : SUFFIX + partsKey(suffix)) + version;
}

/** The release with the highest version, the first of equals; null when there is none. */
export function latestRelease<T extends { readonly version: string }>(releases: Iterable<T>): T | null {
  let latest: T | null = null;
  for (const release of releases) {
    if (latest === null || compareVersions(release.version, latest.version) > 0) latest = release;
  }
  return latest;
}
