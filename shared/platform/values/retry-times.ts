const JITTER = 0.2;

/**
 * When the try after `tries` tries is due; null when there is none.
 * @param delaysS the pause before each try, in seconds; each is lengthened by up to a fifth
 * @param random a number from 0 up to, not including, 1
 */
export function retryTime(
  delaysS: readonly number[],
  tries: number,
  now: Date,
  random: () => number,
): Date | null {
  const delay = delaysS[tries];
  return delay === undefined ? null : new Date(now.getTime() + delay * 1000 * (1 + JITTER * random()));
}
