import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, mayChange, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import { batchesOf } from '../../platform/mongo/batches.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { BulkDeps } from '../deps.js';
import { STAGED, type BulkChange } from '../domain/bulk-change.js';
import type { BulkOperationRecord, BulkTarget } from '../models/bulk-operation.js';
import type { IdentifiedRow } from '../domain/import-row.js';
import { requireImporter, type ImportRequest } from './import/preview-import.js';
import { readRows } from './import/read-rows.js';
import { readChange, type RequestedChange } from './read-change.js';

const MAX_OPEN = 20;
/** Each row changes the record of its list. */
const ROWS_OF_LIST = 50;

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
  const change = await readChange(deps, caller, request);
  const target = await targetOf(deps, caller, request);
  return open(deps, caller, { change, target, rows: [] }, accompany);
}

/**
 * Stores an import of devices, which a worker makes. What is wrong with a row is a failure of that row.
 * @throws AppError forbidden, tooManyOpen
 */
export async function createImport(
  deps: BulkDeps,
  caller: Caller,
  request: ImportRequest,
  accompany: Accompany<BulkOperationRecord>,
): Promise<BulkOperationRecord> {
  requireImporter(caller, request);
  const { createNetworks, createTags } = request;
  const change = { action: 'import_devices', createNetworks, createTags } as const;
  const rows = await readRows(deps, request.rows);
  return open(deps, caller, { change, target: { ids: [] }, rows }, accompany);
}

interface NewOperation {
  readonly change: BulkChange;
  readonly target: BulkTarget;
  /** Of an import, whose lists are written at once. */
  readonly rows: readonly IdentifiedRow[];
}

async function open(
  { stores, now }: BulkDeps,
  caller: Caller,
  { change, target, rows }: NewOperation,
  accompany: Accompany<BulkOperationRecord>,
): Promise<BulkOperationRecord> {
  const { organisationId, userId, requestId = null } = caller;
  const at = now();
  const lists = batchesOf(rows, ROWS_OF_LIST).map((part, index) => {
    return { ids: part.map((_row, place) => index * ROWS_OF_LIST + place), rows: part };
  });
  const operation: BulkOperationRecord = {
    _id: await stores.ids.reserve('bulkOperations'),
    organisationId,
    userId,
    requestId,
    change,
    target,
    state: lists.length > 0 ? 'running' : 'queued',
    isOpen: true,
    stage: change.action in STAGED ? 'canaries' : 'rest',
    dueAt: at,
    lists: lists.length,
    listedTo: 0,
    next: 0,
    total: rows.length,
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
  const after = { ...change, ...(rows.length > 0 ? { rows: rows.length } : {}) };
  const entry = newEntry(
    { organisationId, at, action: 'bulk_operation.created', subject, after },
    authorOf(caller),
  );
  await stores.transact(organisationId, async (session) => {
    if ((await stores.bulkOperations.countOpen(organisationId, session)) >= MAX_OPEN)
      throw new AppError('tooManyOpen', {
        text: `The organisation has ${MAX_OPEN} open bulk operations, which is the most`,
      });
    await stores.bulkOperations.create(operation, lists, session);
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
