/**
 * The maximum number of SSIDs of a network. Each holds a number below it under a unique index: a counter could lose a
 * slot in a crash, or admit a seventeenth SSID in a race.
 */
export const SSIDS_PER_NETWORK = 16;

/**
 * The slots of a network that no SSID holds, in order. A slot belongs to one SSID by a unique index, so a network
 * cannot outgrow its slots: two writers that choose the same free slot at once do not both get it.
 */
export function freeSlots(taken: Iterable<number>): number[] {
  const held = new Set(taken);
  return Array.from({ length: SSIDS_PER_NETWORK }, (_, slot) => slot).filter((slot) => !held.has(slot));
}
