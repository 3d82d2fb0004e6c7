import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, mayChange, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { BulkDeps } from '../deps.js';
import { STAGED } from '../domain/bulk-change.js';
import type { BulkOperationRecord, BulkTarget } from '../models/bulk-operation.js';
import { readChange, type RequestedChange } from './read-change.js';

const MAX_OPEN = 20;

export interface BulkRequest extends RequestedChange {
  /** The id of a selection; null for `ids`. */
  readonly selection: number | null;
  readonly ids: readonly number[];
}

/**
 * Stores a change of many devices, which a worker makes. What is wrong with the change as a whole is refused at once; what
 * is wrong with a device is a failure of that device.
 * @throws AppError forbidden, selectionNotFound, tooManyOpen; errors of {@link readChange}
 */
export async function createBulkOperation(
  deps: BulkDeps,
  caller: Caller,
  request: BulkRequest,
  accompany: Accompany<BulkOperationRecord>,
): Promise<BulkOperationRecord> {
  if (!mayChange(caller)) throw new AppError('forbidden');
  const { stores, now } = deps;
  const { organisationId, userId, requestId = null } = caller;
  const change = await readChange(deps, caller, request);
  const target = await targetOf(deps, caller, request);
  const at = now();
  const operation: BulkOperationRecord = {
    _id: await stores.ids.reserve('bulkOperations'),
    organisationId,
    userId,
    requestId,
    change,
    target,
    state: 'queued',
    isOpen: true,
    stage: change.action in STAGED ? 'canaries' : 'rest',
    dueAt: at,
    lists: 0,
    listedTo: 0,
    next: 0,
    total: 0,
    done: 0,
    failedCount: 0,
    canaries: 0,
    passed: 0,
    refused: 0,
    failed: [],
    createdAt: at,
    finishedAt: null,
  };
  const subject = `bulk_operation:${operation._id}`;
  const entry = newEntry(
    { organisationId, at, action: 'bulk_operation.created', subject, after: { ...change } },
    authorOf(caller),
  );
  await stores.transact(organisationId, async (session) => {
    if ((await stores.bulkOperations.countOpen(organisationId, session)) >= MAX_OPEN)
      throw new AppError('tooManyOpen', {
        text: `The organisation has ${MAX_OPEN} open bulk operations, which is the most`,
      });
    await stores.bulkOperations.create(operation, session);
    await stores.audit.write([entry], session);
    await accompany(operation, session);
  });
  return operation;
}

async function targetOf(
  { stores, now }: BulkDeps,
  caller: Caller,
  { selection, ids }: BulkRequest,
): Promise<BulkTarget> {
  if (selection === null) return { ids: [...new Set(ids)] };
  const found = await stores.selections.find(caller, selection, now());
  if (!found) throw new AppError('selectionNotFound', { details: { selection } });
  return { filter: found.filter, except: found.except };
}
