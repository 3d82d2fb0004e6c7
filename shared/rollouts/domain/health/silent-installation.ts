const LEAST_S = 600;
const KNOWN = 3;

/**
 * After how long a silent installation counts as one that does not come back: twice the median of those of its part in
 * this rollout; half a step timeout before three are known.
 * @param installs how long installations took until their device verified, in seconds
 */
export function silenceS(installs: readonly number[], stepTimeoutS: number): number {
  if (installs.length < KNOWN) return Math.max(LEAST_S, stepTimeoutS / 2);
  const sorted = [...installs].sort((a, b) => a - b);
  return Math.max(LEAST_S, 2 * (sorted[Math.floor((sorted.length - 1) / 2)] ?? 0));
}
