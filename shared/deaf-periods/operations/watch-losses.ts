import { INSTALLATION, type DeafKind } from '../domain/deaf-period.js';
import { longestSilenceS, missesHeartbeats, missWindowS, refusesHeartbeats } from '../domain/silence.js';
import { endPeriod } from './end-period.js';
import type { LookBack } from './look-back.js';
import type { WatchDeps, WatchMemory } from './watch-memory.js';

const MAX_LASTING = 1000;

/** Begins and ends the period in which too many heartbeats are refused or not stored. */
export async function watchLosses(
  deps: WatchDeps,
  memory: WatchMemory,
  look: LookBack,
  up: number,
  now: Date,
): Promise<void> {
  const { stores, env } = deps;
  const from = lossFrom(deps, look, up);
  const kind: DeafKind = 'losing';
  const lasting = await stores.deafPeriods.lasting(MAX_LASTING);
  const open = lasting.find((period) => period.kind === kind);
  if (from !== null) {
    if (!open) await stores.deafPeriods.begin([{ organisationId: INSTALLATION, kind, from }]);
    memory.lostAt = now;
  } else if (open) {
    // The share of few heartbeats that are refused varies from pass to pass.
    memory.lostAt ??= now;
    const longestMs = longestSilenceS(env, up) * 1000;
    if (now.getTime() - memory.lostAt.getTime() >= longestMs) await endPeriod(deps, open, memory.lostAt);
  }
}

/** The beginning of the time in which too many heartbeats were lost; null: they were not. */
function lossFrom({ env }: WatchDeps, look: LookBack, up: number): Date | null {
  const { refusedFrom, answered, missedFrom, stored, hasSilence } = look;
  if (refusesHeartbeats(answered)) return refusedFrom;
  const lengthS = missWindowS(env, up);
  // A service that has just started has nothing to compare with.
  const isCovered = stored.some(({ at }) => at < missedFrom.getTime() + (lengthS * 1000) / 5);
  // Silence has periods of its own.
  const misses = isCovered && !hasSilence && missesHeartbeats(stored, lengthS, up, env);
  return misses ? missedFrom : null;
}
