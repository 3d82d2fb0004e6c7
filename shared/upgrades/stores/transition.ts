import type { QueryFilter, UpdateQuery } from 'mongoose';
import type { ChangedFields } from '../domain/upgrade-change.js';
import {
  causeOf,
  findTransition,
  isDispatched,
  isEnd,
  MAX_HISTORY,
  storedStatus,
  type EventOf,
  type TargetOf,
  type Transition,
} from '../domain/upgrade-status.js';
import type { UpgradeRecord } from '../models/upgrade.js';

/** Fields that may change together with a status. */
type OtherFields = ChangedFields & Partial<Pick<UpgradeRecord, 'dueAt' | 'unprocessed'>>;

/**
 * The only way to change a status: an update, conditional on the status it leaves, that also records the event. The
 * result is the body of an updateOne or updateMany in a bulkWrite, or the arguments of those methods.
 *
 * An end clears the times that only open upgrades have, records the cause, and marks the upgrade for its rollout.
 *
 * A pair of statuses that is not in {@link TRANSITIONS} does not compile.
 * @param filter which upgrades; the status is added
 * @param set `at` is the time of the write
 * @throws Error when statuses and event, known only at run time, are not a row of {@link TRANSITIONS}
 */
export function transition<From extends Transition['from'], To extends TargetOf<From>>(
  from: From,
  to: To,
  event: EventOf<From, To>,
  filter: Omit<QueryFilter<UpgradeRecord>, 'status' | 'inFlight'>,
  { at, ...fields }: OtherFields & { readonly at: Date },
): { filter: QueryFilter<UpgradeRecord>; update: UpdateQuery<UpgradeRecord> } {
  const row = findTransition(from, to, event);
  if (!row) throw new Error(`No transition leads from ${from} to ${to} by ${event}`);
  return updateAlong([row], filter, { at, ...fields });
}

/**
 * The end of a pending upgrade when its rollout is over: Pending, Queued and Expired in one write, because the table
 * has no row from Pending to Expired.
 */
export function expirePending(
  filter: Omit<QueryFilter<UpgradeRecord>, 'status' | 'inFlight'>,
  set: OtherFields & { readonly at: Date },
) {
  const path = [
    { from: 'Pending', to: 'Queued', event: 'due' },
    { from: 'Queued', to: 'Expired', event: 'rolloutEnded' },
  ] as const;
  return updateAlong(path, filter, set);
}

/** An update from the first status of a path of transitions to its last. */
function updateAlong(
  path: readonly Transition[],
  filter: Omit<QueryFilter<UpgradeRecord>, 'status' | 'inFlight'>,
  { at, ...fields }: OtherFields & { readonly at: Date },
) {
  const [first, last] = [path[0], path.at(-1)];
  if (!first || !last) throw new Error('A path needs a transition');
  const { from } = first;
  const { to, event } = last;
  const set = {
    statusSince: at,
    updatedAt: at,
    ...(isEnd(to) ? { deadlineAt: null, nextAttemptAt: null, cause: causeOf(event), unprocessed: true } : {}),
    ...fields,
    status: storedStatus(to),
    inFlight: isDispatched(to),
  };
  const entries = path.map((row) => ({ ...row, at: set.statusSince }));
  return {
    filter: { ...filter, status: storedStatus(from), ...(from === 'Pending' ? {} : { inFlight: true }) },
    update: { $set: set, $push: { history: { $each: entries, $slice: -MAX_HISTORY } } },
  };
}
