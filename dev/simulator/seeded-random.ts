/**
 * A number from 0 up to, not including, 1 that depends on its arguments alone: the same seed, device and purpose
 * give the same number in whatever order devices happen to act.
 */
export function chance(seed: number, ...purpose: readonly (string | number)[]): number {
  // FNV-1a over the text, then the finaliser of MurmurHash3, because FNV alone leaves similar texts close together.
  let hash = 0x811c9dc5;
  for (const character of `${seed}|${purpose.join('|')}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** A number between the two ends, by chance. */
export function interpolate([least, most]: readonly [number, number], drawn: number): number {
  return least + (most - least) * drawn;
}
