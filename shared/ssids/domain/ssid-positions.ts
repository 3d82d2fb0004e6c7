/**
 * The maximum number of SSIDs of a network. Each holds a number below it under a unique index: a counter could lose a
 * position in a crash, or admit a seventeenth SSID in a race.
 */
export const SSIDS_PER_NETWORK = 16;

/**
 * The positions of a network that no SSID holds, in order. A position belongs to one SSID by a unique index, so a network
 * cannot outgrow its positions: two writers that choose the same free position at once do not both get it.
 */
export function freePositions(taken: Iterable<number>): number[] {
  const held = new Set(taken);
  return Array.from({ length: SSIDS_PER_NETWORK }, (_, position) => position).filter(
    (position) => !held.has(position),
  );
}
