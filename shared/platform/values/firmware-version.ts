/** The words that make a version earlier, by their order. */
const EARLIER_WORDS: ReadonlyMap<string, number> = new Map([
  ['dev', 0],
  ['snapshot', 1],
  ['alpha', 2],
  ['beta', 3],
  ['pre', 4],
  ['preview', 4],
  ['rc', 5],
]);
/** What `b` means after a number. */
const BETA = EARLIER_WORDS.get('beta');

/** Numbers, words, tildes, and dashes that follow a digit; everything else separates and is ignored. */
const TOKENS = /\d+|(?:(?!\d)[\p{L}\p{M}\p{N}])+|~|(?<=\d)-/gu;
/** A `v` before a number, such as in `TIP-v3.0.2`. */
const LEADING_V = /(?<![\p{L}\p{M}\p{N}])v(?=\d)/gu;

// Marks of the sort key, in the order in which they sort. Every letter sorts after END_OF_WORD.
const NO_TOKENS = ' ';
const END_OF_WORD = '!';
const TILDE = '!';
const SUFFIX = '$';
const END = '%';
const NUMBER = '0';
const EARLIER_WORD = 'W';
const WORD = 'a';

function isNumber(token = ''): boolean {
  return /^\d/.test(token);
}

/** By length first, so that a number of any size is compared without losing digits. */
function numberKey(digits: string): string {
  const significant = digits.replace(/^0+/, '');
  return `${NUMBER}${String(significant.length).padStart(5, '0')}${significant}`;
}

function rankOf(word: string | undefined, isAfterNumber: boolean): number | undefined {
  if (word === 'b' && isAfterNumber) return BETA;
  return EARLIER_WORDS.get(word ?? '');
}

/** The keys of a version's numbers, words and marks, in their order. */
function keysOf(tokens: readonly string[]): string[] {
  const keys: string[] = [];
  let isInSuffix = false;
  let lastPart: string | undefined;
  for (const [at, token] of tokens.entries()) {
    const rank = rankOf(token, isNumber(lastPart));
    const last = keys.at(-1) ?? '';
    if (token === '-') {
      if (!isInSuffix && last !== SUFFIX) keys.push(SUFFIX);
      isInSuffix = true;
      continue;
    }
    if (token === '~') {
      if (rankOf(tokens[at + 1], isNumber(lastPart)) === undefined) keys.push(TILDE);
      continue;
    }
    if (rank === undefined) keys.push(isNumber(token) ? numberKey(token) : `${WORD}${token}${END_OF_WORD}`);
    else {
      if (last !== SUFFIX && !last.startsWith(EARLIER_WORD)) keys.push(SUFFIX);
      keys.push(`${EARLIER_WORD}${rank}`);
      isInSuffix = true;
    }
    lastPart = token;
  }
  return keys;
}

/**
 * A text whose binary order is that of versions (docs/interface.md#version-order), so that a database can sort by an
 * index. It is the only definition of the order. It ends with the version itself: different texts have different keys.
 */
export function versionSortKey(version: string): string {
  const text = version.normalize('NFC').toLowerCase().replace(LEADING_V, '');
  const keys = keysOf(text.match(TOKENS) ?? []);
  return (keys.length === 0 ? NO_TOKENS : keys.join('') + END) + version;
}

/** The order of versions: negative when `a` is the older, positive when the newer, 0 for equal texts only. */
export function compareVersions(a: string, b: string): number {
  return Math.sign(Buffer.compare(Buffer.from(versionSortKey(a)), Buffer.from(versionSortKey(b))));
}

/** The release with the highest version, the first of equals; null when there is none. */
export function latestRelease<T extends { readonly version: string }>(releases: Iterable<T>): T | null {
  let latest: T | null = null;
  for (const release of releases) {
    if (latest === null || compareVersions(release.version, latest.version) > 0) latest = release;
  }
  return latest;
}
