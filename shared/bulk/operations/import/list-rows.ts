import type { Caller } from '../../../access/domain/access.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { BulkDeps } from '../../deps.js';
import type { IdentifiedRow, RowAction } from '../../domain/import-row.js';
import type { BulkListRecord } from '../../models/bulk-operation.js';
import { findBulkOperation } from '../cancel-bulk-operation.js';

/** A row of an import, and what became of it; null: it is not done. */
export interface ListedRow extends IdentifiedRow {
  readonly action: RowAction | null;
  readonly errorCode: number | null;
  readonly reason: string | null;
}

/**
 * The rows of an import in the order of the request, list by list.
 * @throws AppError bulkOperationNotFound; stateForbids for an operation that is no import
 */
export async function listRows(
  deps: BulkDeps,
  caller: Caller,
  id: number,
): Promise<AsyncIterable<readonly ListedRow[]>> {
  const operation = await findBulkOperation(deps, caller, id);
  if (operation.change.action !== 'import_devices')
    throw new AppError('stateForbids', { text: 'Only an import of devices has rows' });
  return (async function* () {
    for (let next = 0; next < operation.lists; next += 1) {
      const list = await deps.stores.bulkOperations.list({ ...operation, next });
      if (list) yield rowsOf(list);
    }
  })();
}

function rowsOf({ ids, rows = [], results = [], refused = [] }: BulkListRecord): ListedRow[] {
  const resultAt = new Map(results.map((result) => [result.at, result]));
  const refusedAt = new Map(refused.map((refusal) => [refusal.at, refusal]));
  return rows.map((row, index) => {
    const at = ids[index] ?? 0;
    const result = resultAt.get(at);
    if (result) return { ...row, action: result.action, errorCode: null, reason: null };
    const refusal = refusedAt.get(at);
    if (!refusal) return { ...row, action: null, errorCode: null, reason: null };
    return { ...row, action: 'refused', errorCode: refusal.errorCode, reason: refusal.reason };
  });
}
