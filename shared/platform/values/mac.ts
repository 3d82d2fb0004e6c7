const SIX_PAIRS = /^[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}$/i;
const THREE_QUADS = /^[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}$/i;
const BARE = /^[0-9a-f]{12}$/i;

function inPairs(characters: readonly string[]): string {
  const pairs: string[] = [];
  for (let at = 0; at < characters.length; at += 2) pairs.push(characters.slice(at, at + 2).join(''));
  return pairs.join(':').toUpperCase();
}

/**
 * The canonical form of a MAC, `AA:BB:CC:DD:EE:FF`, or null. Accepts pairs with colons or dashes (not mixed),
 * three dotted groups of four, and twelve hex digits; surrounding white space is ignored.
 */
export function canonicalMac(input: string): string | null {
  const text = input.trim();
  if (!SIX_PAIRS.test(text) && !THREE_QUADS.test(text) && !BARE.test(text)) return null;
  return inPairs(Array.from(compactMac(text)));
}

const ZERO = '00:00:00:00:00:00';
const BROADCAST = 'FF:FF:FF:FF:FF:FF';

/** What a canonical MAC is instead of the address of one station or device (docs/http.md#requests-5); null if it is none. */
export function groupOf(mac: string): 'the broadcast address' | 'a multicast address' | 'no address' | null {
  if (mac === ZERO) return 'no address';
  if (mac === BROADCAST) return 'the broadcast address';
  return Number.parseInt(mac.slice(0, 2), 16) % 2 === 1 ? 'a multicast address' : null;
}

/** The twelve lower-case hex digits of a MAC in any accepted notation. */
export function compactMac(mac: string): string {
  return mac.replace(/[:.-]/g, '').toLowerCase();
}

const PARTLY_DASHED = /^(?=.*[0-9a-f]{2})[0-9a-f]{0,2}(?:-[0-9a-f]{2})*-[0-9a-f]{0,2}$/i;
const PARTLY_DOTTED = /^(?=.*[0-9a-f]{4})[0-9a-f]{0,4}(?:\.[0-9a-f]{4})*\.[0-9a-f]{0,4}$/i;

/**
 * A part of a MAC with dashes or dots as canonical MACs have it, in the case of the text; null for any other text, and for
 * so few digits that a version or a number could be meant.
 */
export function macPart(text: string): string | null {
  if (PARTLY_DASHED.test(text)) return text.replaceAll('-', ':');
  if (!PARTLY_DOTTED.test(text) || text.replaceAll('.', '').length < 5) return null;
  const [first = '', ...groups] = text.split('.');
  // A dot is between pairs: only the first group may begin within one.
  const begun = first.length % 2;
  const inGroups = [
    first.slice(0, begun),
    ...[first.slice(begun), ...groups].flatMap((group) => group.match(/..?/g) ?? []),
  ];
  return inGroups.filter((pair) => pair !== '').join(':') + (text.endsWith('.') ? ':' : '');
}

/** The entries of a comma-separated parameter in order, trimmed, without empty ones. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/**
 * A requested MAC as apply_configuration compares and reports it (docs/interface.md#apply_configuration-2): any
 * twelve characters become upper-case pairs; anything else is upper-cased.
 */
export function normaliseMacForConfiguration(entry: string): string {
  const characters = Array.from(entry);
  return characters.length === 12 ? inPairs(characters) : entry.toUpperCase();
}
