import { findSilence, longestSilenceS } from '../domain/silence.js';
import { INSTALLATION } from '../domain/deaf-period.js';
import type { DeafWatchRecord } from '../models/deaf-watch.js';
import type { BegunPeriod } from '../stores/deaf-period-store.js';
import { endPeriod } from './end-period.js';
import { sumOf, type WatchDeps, type WatchMemory } from './watch-memory.js';
import { lookBack } from './look-back.js';
import { watchDoor } from './watch-door.js';
import { watchLosses } from './watch-losses.js';
import { watchOrganisations } from './watch-organisations.js';

const UP_READ_EVERY_MS = 15_000;
const LONGEST_LOSS_PAUSE_MS = 10_000;

/**
 * One pass over the heartbeats that processes have stored: records when nothing was heard of the installation or of an
 * organisation for too long, and when too many heartbeats were lost. It can be repeated and killed anywhere: what it
 * records follows from the counts, and the last write says how far it has looked.
 */
export async function watchHeartbeats(deps: WatchDeps, memory: WatchMemory): Promise<void> {
  const at = deps.now();
  if (at.getTime() - memory.upReadAt >= UP_READ_EVERY_MS) {
    memory.up = await deps.devicesUp();
    memory.upReadAt = at.getTime();
  }
  const up = sumOf(memory.up);
  const seen = await watchInstallation(deps, up, at);
  if (seen === null) return;
  const pauseMs = Math.min(LONGEST_LOSS_PAUSE_MS, (longestSilenceS(deps.env, up) * 1000) / 2);
  if (at.getTime() - memory.lossLookedAt >= pauseMs) {
    memory.lossLookedAt = at.getTime();
    const look = await lookBack(deps, up, seen, at);
    await watchLosses(deps, memory, look, up, at);
    await watchDoor(deps, look, up, at);
  }
  await watchOrganisations(deps, memory, seen.heardTo, at);
}

/** @returns what the installation has heard; null before the first heartbeat */
async function watchInstallation(
  deps: WatchDeps,
  up: number,
  now: Date,
): Promise<Omit<DeafWatchRecord, '_id'> | null> {
  const { stores, env, failpoint } = deps;
  const watch = await stores.heartbeatCounts.watch();
  const door = watch?.door ?? null;
  const { seconds, to } = await stores.heartbeatCounts.between(watch?.heardTo ?? new Date(0), now, door);
  const longestMs = longestSilenceS(env, up) * 1000;
  if (watch === null) {
    const last = Math.max(...seconds.map((second) => second.last ?? -Infinity));
    if (last === -Infinity) return null;
    const first = new Date(last);
    const begun = { door, heardTo: first, knownTo: first, isSilent: false };
    await stores.heartbeatCounts.writeWatch(null, begun);
    return begun;
  }
  const begun = watch.heardTo.getTime();
  const found = findSilence(begun, seconds, longestMs, to.getTime());
  const stays = watch.isSilent && found.heardAgainAt === null;
  const openFrom = found.openFrom ?? (stays ? begun : null);
  await stores.deafPeriods.begin(
    [...found.closed.map(({ from }) => from), ...(openFrom === null ? [] : [openFrom])].map(silentFrom),
  );
  await failpoint('silence-recorded');
  const ended = [...found.closed];
  if (watch.isSilent && found.heardAgainAt !== null) ended.push({ from: begun, to: found.heardAgainAt });
  for (const each of ended) await endPeriod(deps, silentFrom(each.from), new Date(each.to));
  await failpoint('silence-ended');
  const heardTo = new Date(found.heardTo);
  const knownTo = openFrom === null ? heardTo : to;
  const next = { door, heardTo, knownTo, isSilent: openFrom !== null };
  if (knownTo > watch.knownTo || heardTo > watch.heardTo)
    await stores.heartbeatCounts.writeWatch(watch, next);
  return next;
}

function silentFrom(from: number): BegunPeriod {
  return { organisationId: INSTALLATION, kind: 'silent', from: new Date(from) };
}
