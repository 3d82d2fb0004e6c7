import {
  findSilence,
  longestSilenceS,
  missesHeartbeats,
  missWindowS,
  refusesHeartbeats,
  type HeardSecond,
} from '../domain/silence.js';
import { INSTALLATION, type DeafKind } from '../domain/deaf-period.js';
import type { BegunPeriod } from '../stores/deaf-period-store.js';
import { endPeriod } from './end-period.js';
import { sumOf, type WatchDeps, type WatchMemory } from './watch-memory.js';
import { watchOrganisations } from './watch-organisations.js';

const UP_READ_EVERY_MS = 15_000;
const LONGEST_LOSS_PAUSE_MS = 10_000;
const MAX_LASTING = 1000;

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
  const heardTo = await watchInstallation(deps, memory, at);
  if (heardTo === null) return;
  await watchLosses(deps, memory, heardTo, at);
  await watchOrganisations(deps, memory, heardTo, at);
}

/** @returns the last heartbeat that was stored; null before the first */
async function watchInstallation(deps: WatchDeps, memory: WatchMemory, now: Date): Promise<Date | null> {
  const { stores, env, failpoint } = deps;
  const watch = await stores.heartbeatCounts.watch();
  const { seconds, to } = await stores.heartbeatCounts.between(watch?.heardTo ?? new Date(0), now);
  const longestMs = longestSilenceS(env, sumOf(memory.up)) * 1000;
  if (watch === null) {
    const last = Math.max(...seconds.map((second) => second.last ?? -Infinity));
    if (last === -Infinity) return null;
    const first = new Date(last);
    await stores.heartbeatCounts.writeWatch(null, { heardTo: first, knownTo: first, isSilent: false });
    return first;
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
  const last = new Date(found.heardTo);
  const knownTo = openFrom === null ? last : to;
  if (knownTo > watch.knownTo || last > watch.heardTo)
    await stores.heartbeatCounts.writeWatch(watch, { heardTo: last, knownTo, isSilent: openFrom !== null });
  return last;
}

function silentFrom(from: number): BegunPeriod {
  return { organisationId: INSTALLATION, kind: 'silent', from: new Date(from) };
}

/** Begins and ends the period in which too many heartbeats are refused or not stored. */
async function watchLosses(deps: WatchDeps, memory: WatchMemory, heardTo: Date, now: Date): Promise<void> {
  const { stores, env } = deps;
  const longestMs = longestSilenceS(env, sumOf(memory.up)) * 1000;
  if (now.getTime() - memory.lossLookedAt < Math.min(LONGEST_LOSS_PAUSE_MS, longestMs / 2)) return;
  memory.lossLookedAt = now.getTime();
  const from = await lossFrom(deps, sumOf(memory.up), heardTo, now);
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
 * @param heardTo the last heartbeat that was stored: processes write later ones within a second or two
 */
async function lossFrom(
  { stores, env }: WatchDeps,
  up: number,
  heardTo: Date,
  now: Date,
): Promise<Date | null> {
  const [longestS, lengthS] = [longestSilenceS(env, up), missWindowS(env, up)];
  // At most one and a half intervals, so that refusals are known before devices that they silence are judged.
  const refusedFrom = secondsBefore(now, longestS);
  const missedFrom = secondsBefore(heardTo, lengthS);
  const first = refusedFrom < missedFrom ? refusedFrom : missedFrom;
  const { seconds } = await stores.heartbeatCounts.between(first, now);
  const within = (from: Date, to: Date): HeardSecond[] =>
    seconds.filter(({ at }) => at >= from.getTime() && at <= to.getTime());
  if (refusesHeartbeats(within(refusedFrom, now))) return refusedFrom;
  const stored = within(missedFrom, heardTo);
  // A service that has just started has nothing to compare with.
  const isCovered = stored.some(({ at }) => at < missedFrom.getTime() + (lengthS * 1000) / 5);
  // Silence has periods of its own.
  const { closed } = findSilence(missedFrom.getTime(), stored, longestS * 1000, heardTo.getTime());
  const misses = isCovered && closed.length === 0 && missesHeartbeats(stored, lengthS, up, env);
  return misses ? missedFrom : null;
}

function secondsBefore(at: Date, seconds: number): Date {
  return new Date(at.getTime() - seconds * 1000);
}
