/** A number from 0 up to, not including, 1 that depends on nothing but its arguments: the same in every run. */
export function chance(seed: number, ...numbers: readonly number[]): number {
  let state = seed | 0;
  for (const number of numbers) {
    state = Math.imul(state ^ (number | 0), 0x9e37_79b1);
    state ^= state >>> 15;
    state = Math.imul(state, 0x85eb_ca6b);
    state ^= state >>> 13;
  }
  state = Math.imul(state ^ (state >>> 16), 0xc2b2_ae35);
  return ((state ^ (state >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** One of a list. @param random from 0 up to, not including, 1 */
export function oneOf<T>(list: readonly T[], random: number): T {
  const chosen = list[Math.floor(random * list.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
}

/** A different 32-bit number for each index below 2^32: what is numbered so does not look numbered. */
export function scattered(seed: number, index: number): number {
  return Math.imul(index ^ seed, 0x9e37_79b1) >>> 0;
}
