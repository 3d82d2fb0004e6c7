import pLimit from 'p-limit';
import { longestSilenceS } from '../domain/silence.js';
import { INSTALLATION } from '../domain/deaf-period.js';
import type { DeafPeriod } from '../stores/deaf-period-store.js';
import { endPeriod } from './end-period.js';
import type { WatchDeps, WatchMemory } from './watch-memory.js';

/** Fewer devices may be silent by chance. */
const MIN_UP = 30;
const MAX_WATCHED = 200;
const AT_ONCE = 4;
const MAX_LASTING = 1000;
const HOUR_MS = 3_600_000;

/**
 * Watches organisations with many devices that are up, each as often as its silence may become too long: begins a
 * period while others are heard and the organisation is not, and ends it with the first heartbeat.
 * @param heardTo the last heartbeat of the installation
 */
export async function watchOrganisations(
  deps: WatchDeps,
  memory: WatchMemory,
  heardTo: Date,
  now: Date,
): Promise<void> {
  const limit = pLimit(AT_ONCE);
  const lasting = (await deps.stores.deafPeriods.lasting(MAX_LASTING)).filter(
    ({ organisationId }) => organisationId !== INSTALLATION,
  );
  const isDeaf = new Set(lasting.map(({ organisationId }) => organisationId));
  await limit.map(lasting, (period) => endIfHeard(deps, period));
  const due = [...memory.up]
    .filter(([id, up]) => up >= MIN_UP && !isDeaf.has(id))
    .filter(([id]) => (memory.organisations.get(id)?.nextAt ?? 0) <= now.getTime())
    .slice(0, MAX_WATCHED);
  await limit.map(due, ([id, up]) => watchOne(deps, memory, { id, up, heardTo, now }));
}

async function endIfHeard(deps: WatchDeps, period: DeafPeriod): Promise<void> {
  const heardAt = await deps.stores.heartbeatCounts.firstAfter(period.organisationId, period.from);
  if (heardAt) await endPeriod(deps, period, heardAt);
}

interface Watched {
  readonly id: number;
  readonly up: number;
  readonly heardTo: Date;
  readonly now: Date;
}

async function watchOne(
  deps: WatchDeps,
  memory: WatchMemory,
  { id, up, heardTo, now }: Watched,
): Promise<void> {
  const { stores, env } = deps;
  const longestMs = longestSilenceS(env, up) * 1000;
  const last = await stores.heartbeatCounts.lastOf(id);
  const silentMs = last ? heardTo.getTime() - last.getTime() : 0;
  const before = memory.organisations.get(id)?.dismissed ?? null;
  // Its silence becomes too long at the earliest that much after its last heartbeat.
  const nextAt = Math.max(now.getTime() + 1000, (last ?? now).getTime() + longestMs);
  const remembered = { nextAt, dismissed: last?.getTime() === before ? before : null };
  memory.organisations.set(id, remembered);
  if (!last || silentMs <= longestMs || last.getTime() === before) return;
  // A release that silences the devices that get it is no outage: at most a fifth of them may have been offered one.
  const hour = { from: new Date(last.getTime() - HOUR_MS), to: now };
  const most = Math.floor(up / 5);
  if ((await deps.countOffered(id, hour, most + 1)) > most) remembered.dismissed = last.getTime();
  else await stores.deafPeriods.begin([{ organisationId: id, kind: 'silent', from: last }]);
}
