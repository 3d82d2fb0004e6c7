/** Messages a second that a device may send for as long as it likes, and at once. */
const PER_SECOND = 20;
const BURST = 100;

/** A token bucket; times are milliseconds. */
export interface FrameBudget {
  readonly left: number;
  readonly at: number;
}

export function fullBudget(at: number): FrameBudget {
  return { left: BURST, at };
}

/** The budget after a message, and whether it fits. */
export function spend({ left, at }: FrameBudget, now: number): { budget: FrameBudget; fits: boolean } {
  const filled = Math.min(BURST, left + (Math.max(0, now - at) / 1000) * PER_SECOND);
  const fits = filled >= 1;
  return { budget: { left: fits ? filled - 1 : filled, at: now }, fits };
}
