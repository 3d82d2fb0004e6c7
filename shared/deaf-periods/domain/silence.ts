export interface SilenceRules {
  readonly deafAfterS: number;
  readonly heartbeatIntervalS: number;
}

/**
 * For how long nothing may be heard before the service is deaf, in seconds: the less, the more devices are up, because
 * their heartbeats follow each other closely.
 */
export function longestSilenceS(
  { deafAfterS, heartbeatIntervalS: interval }: SilenceRules,
  up: number,
): number {
  const expected = Math.max(interval / 4, (20 * interval) / Math.max(up, 1e-9));
  return Math.max(deafAfterS, Math.min(1.5 * interval, expected));
}

export const DOORS = ['api', 'gateway'] as const;

/** What devices speak to. */
export type HeartbeatDoor = (typeof DOORS)[number];

/** The heartbeats of one second of one process, in milliseconds since 1970. */
export interface HeardSecond {
  readonly door: HeartbeatDoor;
  readonly at: number;
  /** Null when none was stored. */
  readonly first: number | null;
  readonly last: number | null;
  readonly stored: number;
  readonly answered: number;
  readonly failed: number;
}

/** What was found about silence since the last pass. */
export interface FoundSilence {
  /** The last heartbeat that was stored; never earlier than before. */
  readonly heardTo: number;
  /** The end of the silence that was open before; null: it goes on, or there was none. */
  readonly heardAgainAt: number | null;
  /** Silences that began and ended since. */
  readonly closed: readonly { readonly from: number; readonly to: number }[];
  /** Since when nothing has been heard for too long; null: something has. */
  readonly openFrom: number | null;
}

/**
 * Finds the times longer than `longestMs` in which no process stored a heartbeat.
 * @param heardTo the last heartbeat that was known
 */
export function findSilence(
  heardTo: number,
  seconds: readonly HeardSecond[],
  longestMs: number,
  now: number,
): FoundSilence {
  const later = seconds
    .flatMap(({ first, last }) =>
      first === null || last === null || last <= heardTo ? [] : [{ first, last }],
    )
    .sort((one, other) => one.first - other.first);
  const closed: { from: number; to: number }[] = [];
  let end = heardTo;
  for (const { first, last } of later) {
    if (first - end > longestMs) closed.push({ from: end, to: first });
    end = Math.max(end, last);
  }
  const heardAgainAt = later[0] === undefined ? null : Math.max(later[0].first, heardTo);
  return { heardTo: end, heardAgainAt, closed, openFrom: now - end > longestMs ? end : null };
}

/** Fewer heartbeats due say nothing about how many are missing. */
export const MIN_DUE = 100;
/** A length of time in which so many are due is at most so many intervals long. */
const MAX_INTERVALS = 5;

/**
 * The length of time whose heartbeats tell whether too few are stored, in seconds; never shorter than the longest
 * silence.
 */
export function missWindowS(rules: SilenceRules, up: number): number {
  const { heartbeatIntervalS: interval } = rules;
  const enough = (MIN_DUE * interval) / Math.max(up, 1);
  return Math.max(longestSilenceS(rules, up), Math.min(enough, MAX_INTERVALS * interval));
}

/** Whether over a fifth of the heartbeats were answered 5xx. */
export function refusesHeartbeats(seconds: readonly HeardSecond[]): boolean {
  return 5 * sumOf(seconds, 'failed') > sumOf(seconds, 'answered');
}

/** Whether fewer than half of the heartbeats that are due in a length of time were stored. */
export function missesHeartbeats(
  seconds: readonly HeardSecond[],
  lengthS: number,
  up: number,
  { heartbeatIntervalS }: SilenceRules,
): boolean {
  const due = (up * lengthS) / heartbeatIntervalS;
  return due >= MIN_DUE && 2 * sumOf(seconds, 'stored') < due;
}

/** The counts of the seconds from one time to another. */
export function within(seconds: readonly HeardSecond[], from: Date, to: Date): HeardSecond[] {
  return seconds.filter(({ at }) => at >= from.getTime() && at <= to.getTime());
}

export function sumOf(seconds: readonly HeardSecond[], field: 'stored' | 'answered' | 'failed'): number {
  return seconds.reduce((total, second) => total + second[field], 0);
}
