import type { Envelope, Frame } from './frame.js';

/** Messages a second that a device may send for as long as it likes, and at once. */
const PER_SECOND = 20;
const BURST = 100;
/** A longer message counts as several of this length. */
export const LENGTH_OF_ONE = 64 * 1024;

/** A token bucket; times are milliseconds. */
export interface FrameBudget {
  readonly left: number;
  readonly at: number;
}

export function fullBudget(at: number): FrameBudget {
  return { left: BURST, at };
}

/** The budget after a message of a length, and whether it fits. The last one that fits may take more than what is left. */
export function spend(
  { left, at }: FrameBudget,
  length: number,
  now: number,
): { budget: FrameBudget; fits: boolean } {
  const filled = Math.min(BURST, left + (Math.max(0, now - at) / 1000) * PER_SECOND);
  const fits = filled >= 1;
  return { budget: { left: fits ? filled - costOf(length) : filled, at: now }, fits };
}

/** The budget after the parameters of a message turned out to be longer than the message. */
export function spendInflated({ left, at }: FrameBudget, length: number, inflated: number): FrameBudget {
  return { left: left - Math.max(0, costOf(inflated) - costOf(length)), at };
}

function costOf(length: number): number {
  return Math.max(1, length / LENGTH_OF_ONE);
}

/** Results of commands and events of upgrades may not get lost; other messages beyond the budget are. */
const NEVER_DROPPED: ReadonlySet<Frame['kind']> = new Set(['result', 'upgradeEvent']);
/** Methods of messages that are, or may be, among them; a result has none. Both are short, and never compressed. */
const KEPT_METHODS: ReadonlySet<string> = new Set(['', 'event']);

export function isNeverDropped({ kind }: Pick<Frame, 'kind'>): boolean {
  return NEVER_DROPPED.has(kind);
}

/** Whether a message beyond the budget can be dropped before its parameters are read. */
export function mayBeDropped({ method, compressed }: Pick<Envelope, 'method' | 'compressed'>): boolean {
  return compressed !== null || !KEPT_METHODS.has(method);
}
