/** A pseudo-random number in [0, 1), determined by its arguments. */
export function seededRandom(seed: number, ...numbers: readonly number[]): number {
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

/** An element of a list. @param random in [0, 1) */
export function pick<T>(list: readonly T[], random: number): T {
  const chosen = list[Math.floor(random * list.length)];
  if (chosen === undefined) throw new Error('The list is empty');
  return chosen;
}

/**
 * Maps each index below 2^32 to a distinct 32-bit number, so that generated MACs and serials do not look sequential.
 */
export function scatter(seed: number, index: number): number {
  return Math.imul(index ^ seed, 0x9e37_79b1) >>> 0;
}
