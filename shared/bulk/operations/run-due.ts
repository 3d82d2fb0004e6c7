import { readScope, type Caller } from '../../access/domain/access.js';
import { callerOf } from '../../access/operations/identify.js';
import type { Turn } from '../../platform/loop.js';
import { BATCH } from '../../platform/mongo/batches.js';
import type { BulkDeps } from '../deps.js';
import type { BulkOperationRecord } from '../models/bulk-operation.js';
import { BatchStopped, type BulkRef } from '../stores/bulk-operation-store.js';
import { changeCanaries } from './change-canaries.js';
import { changeList } from './change-list.js';
import { importList } from './import/import-list.js';
import { judgeSoak } from './judge-soak.js';
import { walkDevices } from './walk-devices.js';

const MAX_OPEN = 1000;

/** The oldest open operation of an organisation that can be advanced. */
export interface DueBulkOperation extends BulkRef {
  /** Whether the organisation has others, which wait for it. */
  readonly hasNext: boolean;
}

/**
 * The operations that can be advanced. While one waits for its canaries, others of its organisation go on, except staged
 * ones: of two templates for a device, the later one remains.
 */
export async function dueBulkOperations({ stores, now }: BulkDeps): Promise<DueBulkOperation[]> {
  const at = now();
  const due = await stores.bulkOperations.due(at, MAX_OPEN);
  const staged = due.filter(({ isStaged }) => isStaged).map(({ organisationId }) => organisationId);
  const waiting = await stores.bulkStages.oldestWaiting([...new Set(staged)], at);
  const oldest = new Map<number, DueBulkOperation>();
  for (const { isStaged, ...operation } of due) {
    const { organisationId, _id } = operation;
    if (isStaged && (waiting.get(organisationId) ?? _id) < _id) continue;
    const first = oldest.get(organisationId);
    oldest.set(organisationId, { ...(first ?? operation), hasNext: first !== undefined });
  }
  return [...oldest.values()];
}

/**
 * Advances an operation until it ends or its time is up.
 * @returns whether it or the next one can be continued at once
 */
export async function advanceBulkOperation(
  deps: BulkDeps,
  operation: DueBulkOperation,
  { isOver }: Turn,
): Promise<boolean> {
  await deps.failpoint('bulk-leased');
  while (!isOver()) {
    const current = await deps.stores.bulkOperations.current(operation);
    if (!current?.isOpen || current.dueAt > deps.now()) return operation.hasNext;
    const caller = await callerNow(deps, current);
    try {
      if (current.state === 'queued') await addList(deps, current, caller);
      else if (current.stage === 'canaries') await changeCanaries(deps, current, caller);
      else if (current.stage === 'soak') await judgeSoak(deps, current);
      else if (current.change.action === 'import_devices') await importList(deps, current, caller);
      else await changeList(deps, current, caller);
    } catch (error) {
      // It was cancelled, or another worker holds the lease.
      if (!(error instanceof BatchStopped)) throw error;
    }
  }
  return true;
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
