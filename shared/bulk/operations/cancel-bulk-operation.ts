import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, mayChange, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { BulkDeps } from '../deps.js';
import type { BulkOperationRecord } from '../models/bulk-operation.js';

/** A bulk operation of the caller, or of the organisation for its administrators. @throws AppError bulkOperationNotFound */
export async function findBulkOperation(
  { stores }: BulkDeps,
  caller: Caller,
  id: number,
): Promise<BulkOperationRecord> {
  const operation = await stores.bulkOperations.find(caller, id);
  if (!operation) throw new AppError('bulkOperationNotFound', { details: { id } });
  return operation;
}

/**
 * Ends a bulk operation. Devices that are not changed yet stay as they are: a transaction that changes devices at the same
 * time is either counted or aborts.
 * @throws AppError bulkOperationNotFound, forbidden, stateForbids when it has ended
 */
export async function cancelBulkOperation(
  deps: BulkDeps,
  caller: Caller,
  id: number,
  accompany: Accompany<BulkOperationRecord>,
): Promise<BulkOperationRecord> {
  const { stores, now } = deps;
  const operation = await findBulkOperation(deps, caller, id);
  if (!mayChange(caller)) throw new AppError('forbidden');
  const { organisationId } = caller;
  const at = now();
  const subject = `bulk_operation:${id}`;
  const entry = newEntry(
    { organisationId, at, action: 'bulk_operation.cancelled', subject },
    authorOf(caller),
  );
  const cancelled = await stores.transact(organisationId, async (session) => {
    const written = await stores.bulkOperations.cancel(operation, at, session);
    if (!written) return null;
    await stores.audit.write([entry], session);
    await accompany(written, session);
    return written;
  });
  if (!cancelled) throw new AppError('stateForbids', { text: 'The bulk operation has ended' });
  return cancelled;
}
