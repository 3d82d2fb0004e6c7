import type { Envelope, Frame } from './frame.js';

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

/** Results of commands and events of upgrades may not get lost; other messages beyond the budget are. */
const NEVER_DROPPED: ReadonlySet<Frame['kind']> = new Set(['connect', 'result', 'upgradeEvent']);
/** Methods of messages that are, or may be, among them; a result has none. */
const KEPT_METHODS: ReadonlySet<string> = new Set(['', 'connect', 'event']);

export function isNeverDropped({ kind }: Pick<Frame, 'kind'>): boolean {
  return NEVER_DROPPED.has(kind);
}

/** Whether a message beyond the budget can be dropped before its parameters are read. */
export function mayBeDropped({ method }: Pick<Envelope, 'method'>): boolean {
  return !KEPT_METHODS.has(method);
}
