import type { Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';

/** Webhooks show everything of an organisation. @throws AppError forbidden, unless the caller administers all of it */
export function requireAdministrator({ role, networks }: Caller): void {
  const isAdministrator = role === 'admin' || role === 'super_admin';
  if (!isAdministrator || networks !== 'all') throw new AppError('forbidden');
}
