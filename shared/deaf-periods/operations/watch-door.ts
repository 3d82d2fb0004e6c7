import { INSTALLATION } from '../domain/deaf-period.js';
import { MAX_HIDDEN_MS } from '../domain/deafness.js';
import { haveMoved, mainDoor } from '../domain/main-door.js';
import { missWindowS, within, type HeardSecond } from '../domain/silence.js';
import type { DeafWatchRecord } from '../models/deaf-watch.js';
import { endPeriod } from './end-period.js';
import type { LookBack } from './look-back.js';
import { secondsBefore, type WatchDeps } from './watch-memory.js';

/**
 * Keeps the door whose heartbeats count. It is chosen while it is heard, and stays while it is silent, until its devices
 * speak through the other one or nothing is hidden any more (docs/reliability.md#deaf-periods-9).
 */
export async function watchDoor(deps: WatchDeps, look: LookBack, up: number, now: Date): Promise<void> {
  const { stores, env } = deps;
  const watch = await stores.heartbeatCounts.watch();
  if (watch === null) return;
  if (watch.isSilent) {
    await leaveSilentDoor(deps, watch, missWindowS(env, up), now);
    return;
  }
  const { door, heardTo, knownTo } = watch;
  // The shares of a time with a silence in it are not the usual ones.
  const next = look.hasSilence ? door : mainDoor(look.stored);
  if (next !== door)
    await stores.heartbeatCounts.writeWatch(watch, { door: next, heardTo, knownTo, isSilent: false });
}

async function leaveSilentDoor(
  deps: WatchDeps,
  watch: DeafWatchRecord,
  lengthS: number,
  now: Date,
): Promise<void> {
  const { door, heardTo, knownTo } = watch;
  if (door === null) return;
  const { heartbeatCounts } = deps.stores;
  const [before, since] = [
    await countsBefore(deps, heardTo, lengthS),
    await countsBefore(deps, now, lengthS),
  ];
  const last = Math.max(...since.map((second) => second.last ?? -Infinity));
  const isHidden = now.getTime() - heardTo.getTime() <= MAX_HIDDEN_MS.installation;
  if (last <= heardTo.getTime() || (isHidden && !haveMoved(door, before, since))) return;
  const at = new Date(last);
  await endPeriod(deps, { organisationId: INSTALLATION, kind: 'silent', from: heardTo }, at);
  await heartbeatCounts.writeWatch(watch, {
    door: null,
    heardTo: at,
    knownTo: at > knownTo ? at : knownTo,
    isSilent: false,
  });
}

async function countsBefore({ stores }: WatchDeps, to: Date, lengthS: number): Promise<HeardSecond[]> {
  const from = secondsBefore(to, lengthS);
  const { seconds } = await stores.heartbeatCounts.between(from, to);
  return within(seconds, from, to);
}
