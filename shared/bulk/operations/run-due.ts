import { readScope, type Caller } from '../../access/domain/access.js';
import { callerOf } from '../../access/operations/identify.js';
import { LockHeld } from '../../platform/mongo/lock-store.js';
import { BATCH } from '../../platform/mongo/batches.js';
import type { BulkDeps } from '../deps.js';
import type { BulkOperationRecord } from '../models/bulk-operation.js';
import { BatchStopped, type BulkRef } from '../stores/bulk-operation-store.js';
import { changeList } from './change-list.js';
import { walkDevices } from './walk-devices.js';

const LEASE_MS = 10_000;
/** An operation gives way to those of other organisations after this long. */
const BUDGET_MS = 3000;
const MAX_OPEN = 1000;

/**
 * Advances the open bulk operations: the oldest of each organisation, under a lease, which another worker takes over ten
 * seconds after its holder died. One that fails is left to the next call.
 * @returns whether an operation can be continued at once
 */
export async function runDueBulkOperations(deps: BulkDeps): Promise<boolean> {
  const { stores, log, failpoint } = deps;
  const oldest = new Map<number, BulkRef>();
  const open = await stores.bulkOperations.open(MAX_OPEN);
  for (const operation of open)
    if (!oldest.has(operation.organisationId)) oldest.set(operation.organisationId, operation);
  let isMore = oldest.size < open.length;
  let hasFailed = false;
  for (const operation of oldest.values()) {
    try {
      const work = async (): Promise<boolean> => {
        await failpoint('bulk-leased');
        return advance(deps, operation);
      };
      const isEnded = await stores.locks.hold(`bulk:${operation.organisationId}`, 0, work, LEASE_MS);
      isMore ||= !isEnded;
    } catch (error) {
      hasFailed = true;
      if (!(error instanceof LockHeld))
        log.error(
          { err: error, bulkOperation: operation._id },
          'A bulk operation failed; the next second tries again',
        );
    }
  }
  return isMore && !hasFailed;
}

/** @returns whether the operation has ended; false when its time is up */
async function advance(deps: BulkDeps, operation: BulkRef): Promise<boolean> {
  const deadline = performance.now() + BUDGET_MS;
  while (performance.now() < deadline) {
    const current = await deps.stores.bulkOperations.current(operation);
    if (!current?.isOpen) return true;
    const caller = await callerNow(deps, current);
    try {
      if (current.state === 'queued') await addList(deps, current, caller);
      else await changeList(deps, current, caller);
    } catch (error) {
      // It was cancelled, or another worker holds the lease.
      if (!(error instanceof BatchStopped)) throw error;
    }
  }
  return false;
}

/** The user of the operation with its present rights; null when it is gone or disabled. */
async function callerNow(
  { stores }: BulkDeps,
  { organisationId, userId, requestId }: BulkOperationRecord,
): Promise<Caller | null> {
  const user = await stores.users.find({ organisationId, userId });
  if (!user || user.disabledAt) return null;
  return { ...callerOf(user), ...(requestId === null ? {} : { requestId }) };
}

/** Lists the next devices of a queued operation. Membership is decided here, so that `total` does not change later. */
async function addList(deps: BulkDeps, operation: BulkOperationRecord, caller: Caller | null): Promise<void> {
  const { stores, now, failpoint } = deps;
  const { organisationId, target, lists, listedTo } = operation;
  let ids: readonly number[] = [];
  let last: number | null = null;
  if ('ids' in target) {
    ids = target.ids.slice(lists * BATCH, (lists + 1) * BATCH);
    if ((lists + 1) * BATCH < target.ids.length) last = 0;
  } else if (caller) {
    const walked = await walkDevices(deps, readScope(caller), target.filter, listedTo);
    const except = new Set(target.except);
    ids = walked.ids.filter((id) => !except.has(id));
    last = walked.last;
  }
  await stores.transact(organisationId, (session) =>
    stores.bulkOperations.addList(operation, ids, last, now(), session),
  );
  await failpoint('bulk-listed');
}
