/**
 * What the search index holds of a text: pieces of three characters by which a search finds the few devices that may
 * match before their texts decide. Separators are left out on both sides, so that one piece serves every notation
 * of a MAC, and a third fewer are stored.
 */
const SEPARATORS = /[:.\-_]/g;
const LENGTH = 3;

/** The text as its pieces see it. */
export function withoutSeparators(text: string): string {
  return text.replace(SEPARATORS, '');
}

function compactWords(text: string): string[][] {
  return withoutSeparators(text)
    .split(/\s+/)
    .map((word) => Array.from(word))
    .filter((word) => word.length > 0);
}

function* pieces(word: readonly string[]): Generator<string> {
  for (let at = 0; at + LENGTH <= word.length; at += 1) yield word.slice(at, at + LENGTH).join('');
}

/**
 * The pieces of a search text, each once: of every word each run of three characters and, so that two characters
 * at its end begin a piece too, the last two. Characters are whole code points.
 */
export function gramsOfText(text: string): string[] {
  const found = new Set<string>();
  for (const word of compactWords(text)) {
    for (const piece of pieces(word)) found.add(piece);
    found.add(word.slice(1 - LENGTH).join(''));
  }
  return [...found];
}

/** How the index finds the texts that may hold a word. */
export type Lookup =
  | { readonly kind: 'all'; readonly grams: readonly string[] }
  | { readonly kind: 'beginning'; readonly with: string }
  | { readonly kind: 'none' };

/**
 * Three characters and more: texts with all the word's pieces. Two: texts with a piece that begins so. One
 * character, and a word of separators only, cannot be looked up: most pieces would have to be read. Every text that holds the word is found; not
 * every text that is found holds it.
 */
export function lookupOf(word: string): Lookup {
  const [characters] = compactWords(word);
  if (!characters) return { kind: 'none' };
  if (characters.length === 1) return { kind: 'none' };
  if (characters.length < LENGTH) return { kind: 'beginning', with: characters.join('') };
  return { kind: 'all', grams: [...new Set(pieces(characters))] };
}
