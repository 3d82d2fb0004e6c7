import { through } from '../domain/main-door.js';
import { findSilence, longestSilenceS, missWindowS, within, type HeardSecond } from '../domain/silence.js';
import type { DeafWatchRecord } from '../models/deaf-watch.js';
import { secondsBefore, type WatchDeps } from './watch-memory.js';

/** What the installation has heard. */
export type Heard = Pick<DeafWatchRecord, 'door' | 'heardTo' | 'isSilent'>;

/** The counts by which losses are found and a door is chosen. */
export interface LookBack {
  readonly refusedFrom: Date;
  /** Since then. */
  readonly answered: readonly HeardSecond[];
  readonly missedFrom: Date;
  /** From then to the last heartbeat that was stored; nothing while there is silence. */
  readonly stored: readonly HeardSecond[];
  /** Whether there was silence among them. */
  readonly hasSilence: boolean;
}

/**
 * Reads the last counts.
 * @param heard with the last heartbeat that was stored: processes write later ones within a second or two
 */
export async function lookBack(
  { stores, env }: WatchDeps,
  up: number,
  { door, heardTo, isSilent }: Heard,
  now: Date,
): Promise<LookBack> {
  const [longestS, lengthS] = [longestSilenceS(env, up), missWindowS(env, up)];
  // At most one and a half intervals, so that refusals are known before devices that they silence are judged.
  const refusedFrom = secondsBefore(now, longestS);
  const missedFrom = secondsBefore(heardTo, lengthS);
  const first = isSilent || refusedFrom < missedFrom ? refusedFrom : missedFrom;
  const { seconds } = await stores.heartbeatCounts.between(first, now);
  const stored = isSilent ? [] : within(seconds, missedFrom, heardTo);
  const own = through(door, stored);
  const { closed } = findSilence(missedFrom.getTime(), own, longestS * 1000, heardTo.getTime());
  const answered = within(seconds, refusedFrom, now);
  return { refusedFrom, answered, missedFrom, stored, hasSilence: closed.length > 0 };
}
