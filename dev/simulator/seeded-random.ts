/**
 * A pseudo-random number in [0, 1), determined by its arguments: it does not depend on the order in which devices act.
 */
export function seededRandom(seed: number, ...purpose: readonly (string | number)[]): number {
  // FNV-1a, then the finaliser of MurmurHash3: FNV alone maps similar texts to similar numbers.
  let hash = 0x811c9dc5;
  for (const character of `${seed}|${purpose.join('|')}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Maps a number in [0, 1) to the range. */
export function interpolate([least, most]: readonly [number, number], drawn: number): number {
  return least + (most - least) * drawn;
}
