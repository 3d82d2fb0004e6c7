import { SYSTEM, type AuditEntry } from '../../audit/domain/audit-entry.js';
import type { LogPosition } from '../../audit/stores/audit-store.js';
import type { Caller } from '../../access/domain/access.js';
import type { RolloutDeps } from '../deps.js';
import { logEntries, rolloutSubject } from '../domain/rollout-log.js';
import type { RolloutRecord } from '../models/rollout.js';
import { findRollout } from './change-rollout.js';

/** An entry of the log of a rollout. */
export type RolloutEvent = Pick<AuditEntry, 'id' | 'at' | 'actor' | 'action' | 'before' | 'after'> & {
  readonly text: string;
};

export interface EventPage {
  readonly events: readonly RolloutEvent[];
  /** Whether the log goes on after these. */
  readonly hasMore: boolean;
}

/**
 * A page of the log of a rollout, in order (docs/rollouts.md#rollout_events). A reader that continues after the last event
 * misses none: a tick's events that are not written yet are taken from the tick, and nothing later than the rollout that
 * was read is shown.
 * @param after the position of an event; null from the beginning
 * @throws AppError rolloutNotFound
 */
export async function listRolloutEvents(
  deps: RolloutDeps,
  caller: Caller,
  { id, after, limit }: { readonly id: number; readonly after: LogPosition | null; readonly limit: number },
): Promise<EventPage> {
  return eventsAfter(deps, await findRollout(deps, caller, id), after, limit);
}

/** A page of the log of a rollout as {@link listRolloutEvents} gives it. */
export async function eventsAfter(
  { stores }: Pick<RolloutDeps, 'stores'>,
  rollout: RolloutRecord,
  after: LogPosition | null,
  limit: number,
): Promise<EventPage> {
  const range = { after: after ?? { seq: 0, n: -1 }, toSeq: rollout.seq };
  const written = await stores.audit.log(
    rollout.organisationId,
    rolloutSubject(rollout._id),
    range,
    limit + 1,
  );
  const events = new Map<string, RolloutEvent & LogPosition>();
  for (const { _id, seq = 0, n = 0, text = '', ...entry } of written)
    events.set(_id, { ...entry, id: _id, actor: entry.actor as AuditEntry['actor'], seq, n, text });
  for (const { log, ...entry } of tickEntries(rollout))
    if (log && isAfter(log, range.after)) events.set(entry.id, { ...entry, ...log });
  const ordered = [...events.values()].sort((a, b) => a.seq - b.seq || a.n - b.n);
  return { events: ordered.slice(0, limit), hasMore: ordered.length > limit };
}

/** The entries of the last tick, which may not be written yet. */
function tickEntries(rollout: RolloutRecord): AuditEntry[] {
  const { tick } = rollout;
  if (!tick?.events || !tick.at) return [];
  return logEntries(rollout, { seq: tick.seq, at: tick.at, events: tick.events }, SYSTEM);
}

function isAfter(position: LogPosition, after: LogPosition): boolean {
  return position.seq > after.seq || (position.seq === after.seq && position.n > after.n);
}
