import { INSTALLATION, type DeafKind } from '../domain/deaf-period.js';
import { through } from '../domain/main-door.js';
import {
  findSilence,
  longestSilenceS,
  missesHeartbeats,
  missWindowS,
  refusesHeartbeats,
  within,
} from '../domain/silence.js';
import type { DeafWatchRecord } from '../models/deaf-watch.js';
import { endPeriod } from './end-period.js';
import { secondsBefore, sumOf, type WatchDeps, type WatchMemory } from './watch-memory.js';

const MAX_LASTING = 1000;

/** What the installation has heard. */
type Heard = Pick<DeafWatchRecord, 'door' | 'heardTo' | 'isSilent'>;

/** Begins and ends the period in which too many heartbeats are refused or not stored. */
export async function watchLosses(
  deps: WatchDeps,
  memory: WatchMemory,
  heard: Heard,
  now: Date,
): Promise<void> {
  const { stores, env } = deps;
  const longestMs = longestSilenceS(env, sumOf(memory.up)) * 1000;
  const from = await lossFrom(deps, sumOf(memory.up), heard, now);
  const kind: DeafKind = 'losing';
  const lasting = await stores.deafPeriods.lasting(MAX_LASTING);
  const open = lasting.find((period) => period.kind === kind);
  if (from !== null) {
    if (!open) await stores.deafPeriods.begin([{ organisationId: INSTALLATION, kind, from }]);
    memory.lostAt = now;
  } else if (open) {
    // The share of few heartbeats that are refused varies from pass to pass.
    memory.lostAt ??= now;
    if (now.getTime() - memory.lostAt.getTime() >= longestMs) await endPeriod(deps, open, memory.lostAt);
  }
}

/**
 * The beginning of the time in which too many heartbeats were lost; null: they were not.
 * @param heard with the last heartbeat that was stored: processes write later ones within a second or two
 */
async function lossFrom(
  { stores, env }: WatchDeps,
  up: number,
  { door, heardTo, isSilent }: Heard,
  now: Date,
): Promise<Date | null> {
  const [longestS, lengthS] = [longestSilenceS(env, up), missWindowS(env, up)];
  // At most one and a half intervals, so that refusals are known before devices that they silence are judged.
  const refusedFrom = secondsBefore(now, longestS);
  const missedFrom = secondsBefore(heardTo, lengthS);
  const first = isSilent || refusedFrom < missedFrom ? refusedFrom : missedFrom;
  const { seconds } = await stores.heartbeatCounts.between(first, now);
  if (refusesHeartbeats(within(seconds, refusedFrom, now))) return refusedFrom;
  // Silence has periods of its own.
  if (isSilent) return null;
  const stored = within(seconds, missedFrom, heardTo);
  // A service that has just started has nothing to compare with.
  const isCovered = stored.some(({ at }) => at < missedFrom.getTime() + (lengthS * 1000) / 5);
  const own = through(door, stored);
  const { closed } = findSilence(missedFrom.getTime(), own, longestS * 1000, heardTo.getTime());
  const misses = isCovered && closed.length === 0 && missesHeartbeats(stored, lengthS, up, env);
  return misses ? missedFrom : null;
}
