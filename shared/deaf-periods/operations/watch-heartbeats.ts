import { findSilence, longestSilenceS, losesHeartbeats, lossWindowS } from '../domain/silence.js';
import { INSTALLATION, type DeafKind } from '../domain/deaf-period.js';
import type { BegunPeriod } from '../stores/deaf-period-store.js';
import { endPeriod } from './end-period.js';
import { sumOf, type WatchDeps, type WatchMemory } from './watch-memory.js';
import { watchOrganisations } from './watch-organisations.js';

const UP_READ_EVERY_MS = 15_000;
const LONGEST_LOSS_PAUSE_MS = 10_000;
const MAX_LASTING = 1000;

/**
 * One look at the heartbeats that processes have stored: records when nothing was heard of the installation or of an
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
  await watchLosses(deps, memory, at);
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
async function watchLosses(deps: WatchDeps, memory: WatchMemory, now: Date): Promise<void> {
  const { stores, env } = deps;
  const up = sumOf(memory.up);
  const lengthS = lossWindowS(env, up);
  // Losses are known before devices that they silence are judged, which is later than the window's length.
  const everyMs = Math.min(LONGEST_LOSS_PAUSE_MS, (lengthS * 1000) / 2);
  if (now.getTime() - memory.lossLookedAt < everyMs) return;
  memory.lossLookedAt = now.getTime();
  const from = new Date(now.getTime() - lengthS * 1000);
  const { seconds } = await stores.heartbeatCounts.between(from, now);
  const within = seconds.filter(({ at }) => at >= from.getTime() && at < now.getTime());
  // A service that has just started has nothing to compare with.
  const isCovered = within.some(({ at }) => at < from.getTime() + (lengthS * 1000) / 5);
  // Silence has periods of its own.
  const silence = findSilence(from.getTime(), within, longestSilenceS(env, up) * 1000, now.getTime());
  const isSilent = silence.closed.length > 0 || silence.openFrom !== null;
  const loses = isCovered && !isSilent && losesHeartbeats(within, lengthS, up, env);
  const kind: DeafKind = 'losing';
  const lasting = await stores.deafPeriods.lasting(MAX_LASTING);
  const open = lasting.find((period) => period.kind === kind);
  if (loses) {
    if (!open) await stores.deafPeriods.begin([{ organisationId: INSTALLATION, kind, from }]);
    memory.lostAt = now;
  } else if (open) await endPeriod(deps, open, memory.lostAt ?? now);
}
