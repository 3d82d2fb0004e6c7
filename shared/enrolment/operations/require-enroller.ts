import { requireAdministrator, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';

/** @throws AppError forbidden, unless the caller administers the whole organisation and manages its inventory */
export function requireEnroller(caller: Caller): void {
  requireAdministrator(caller);
  if (!caller.manageInventory) throw new AppError('forbidden');
}
