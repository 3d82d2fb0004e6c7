import { authorOf, mayChange, type Caller } from '../../access/domain/access.js';
import { newEntry } from '../../audit/domain/audit-entry.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { AlertDeps } from '../deps.js';
import type { AlertRecord } from '../models/alert.js';

/** @throws AppError forbidden, alertNotFound */
async function findAlertToChange({ stores }: AlertDeps, caller: Caller, id: number): Promise<AlertRecord> {
  if (!mayChange(caller)) throw new AppError('forbidden');
  const alert = await stores.alertLists.find(caller, id);
  if (!alert) throw new AppError('alertNotFound', { details: { id } });
  return alert;
}

/**
 * Records that the caller knows of an alert. The first who does so is kept.
 * @throws AppError forbidden, alertNotFound
 */
export async function acknowledgeAlert(
  deps: AlertDeps,
  caller: Caller,
  id: number,
  accompany: Accompany<AlertRecord>,
): Promise<AlertRecord> {
  const { stores, now } = deps;
  const read = await findAlertToChange(deps, caller, id);
  if (read.acknowledgedAt !== null) return read;
  const at = now();
  const { organisationId, userId } = caller;
  const changed = await stores.transact(organisationId, async (session) => {
    const written = await stores.alertLists.acknowledge(read, userId, at, session);
    if (written === null) return null;
    const entry = { organisationId, at, action: 'alert.acknowledged', subject: `alert:${id}` };
    await stores.audit.write([newEntry({ ...entry, after: { kind: read.kind } }, authorOf(caller))], session);
    await accompany(written, session);
    return written;
  });
  return changed ?? findAlertToChange(deps, caller, id);
}
