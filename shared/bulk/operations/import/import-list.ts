import type { Caller } from '../../../access/domain/access.js';
import { ERRORS } from '../../../platform/errors/catalogue.js';
import type { BulkDeps } from '../../deps.js';
import { CHANGED, NOT_DONE, type BulkFailure } from '../../domain/bulk-change.js';
import type { RowFault } from '../../domain/import-row.js';
import { judgeRow } from '../../domain/judge-row.js';
import type { BulkListRecord, BulkOperationRecord } from '../../models/bulk-operation.js';
import { isRefusal } from '../refusals.js';
import { changeRow, type PlacedRow } from './change-row.js';
import { createNames } from './create-names.js';
import { factsOf, readListFacts, type ListFacts } from './row-facts.js';

const MAX_TRIES = 5;
const NOTHING_NEW = { createNetworks: false, createTags: false } as const;
const FORBIDDEN: RowFault = { refusal: 'forbidden', text: ERRORS.forbidden.text };

interface Refused extends PlacedRow {
  readonly fault: RowFault;
}

/**
 * Changes the rows of the list that a running import has come to, one after the other. A run that died is repeated for the
 * rows that it has not changed: each is counted in its transaction.
 * @throws BatchStopped when the operation is no longer running
 */
export async function importList(
  deps: BulkDeps,
  operation: BulkOperationRecord,
  caller: Caller | null,
): Promise<void> {
  const list = await deps.stores.bulkOperations.list(operation);
  const rows = openRows(list);
  const refused = caller
    ? await changeRows(deps, operation, caller, rows)
    : rows.map((row) => ({ ...row, fault: FORBIDDEN }));
  await deps.failpoint('bulk-changed');
  await finish(deps, operation, refused);
  await deps.failpoint('bulk-list-finished');
}

function openRows(list: BulkListRecord | null): PlacedRow[] {
  const changed = new Set(list?.changed ?? []);
  const rows = list?.rows ?? [];
  return (list?.ids ?? []).flatMap((at, index) => {
    const row = rows[index];
    return row && !changed.has(at) ? [{ at, row }] : [];
  });
}

async function changeRows(
  deps: BulkDeps,
  operation: BulkOperationRecord,
  caller: Caller,
  placed: readonly PlacedRow[],
): Promise<Refused[]> {
  const rows = placed.map(({ row }) => row);
  let facts = await readListFacts(deps, caller, rows);
  if (await createNames(deps, operation, caller, rows, facts))
    facts = await readListFacts(deps, caller, rows);
  await deps.failpoint('bulk-devices-read');
  const refused: Refused[] = [];
  for (const each of placed) {
    const fault = await changeOne(deps, operation, caller, each, facts);
    if (fault) refused.push({ ...each, fault });
    await deps.failpoint('bulk-row-changed');
  }
  return refused;
}

/** Judges a row again when its device has changed since it was read. */
async function changeOne(
  deps: BulkDeps,
  operation: BulkOperationRecord,
  caller: Caller,
  placed: PlacedRow,
  known: ListFacts,
): Promise<RowFault | null> {
  let facts = known;
  let isMoving = false;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const verdict = judgeRow(placed.row, factsOf(placed.row, facts, caller, NOTHING_NEW));
    if (verdict.action === 'refused') return verdict.fault;
    isMoving = verdict.action === 'moved';
    try {
      if (await changeRow(deps, operation, caller, placed, verdict, facts)) return null;
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    facts = await readListFacts(deps, caller, [placed.row]);
  }
  return isMoving ? NOT_DONE.import_devices : { refusal: 'stateForbids', text: CHANGED };
}

/** Counts the refused rows, except those that another worker, which has gone on with the list meanwhile, has changed. */
async function finish(
  { stores: { bulkOperations }, now }: BulkDeps,
  operation: BulkOperationRecord,
  refused: readonly Refused[],
): Promise<void> {
  const current = await bulkOperations.current(operation);
  const list = await bulkOperations.list(operation);
  if (current?.next !== operation.next || !list) return;
  const changed = new Set(list.changed);
  const left = refused.filter(({ at }) => !changed.has(at));
  await bulkOperations.recordRefused(
    current,
    left.map(({ at, fault: { refusal, text } }) => ({
      at,
      errorCode: ERRORS[refusal].code,
      reason: text,
    })),
  );
  await bulkOperations.finishList(current, left.map(failureOf), now());
}

function failureOf({ row, fault: { refusal, text } }: Refused): BulkFailure {
  return { id: row.row, macId: row.macId, errorCode: ERRORS[refusal].code, reason: text };
}
