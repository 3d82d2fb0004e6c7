import { authorOf, inScope, mayChange, writeScope, type Caller } from '../../../access/domain/access.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { UpgradeDeps } from '../../deps.js';
import { dropSpentSchedule } from './drop-schedule.js';
import { showUpgrade } from '../list/show-upgrade.js';

/**
 * Deletes a pending upgrade. Its schedule remains for other devices, also those that join later, but gives this device
 * no other upgrade. The delete is conditional; the read after a refusal only selects the error.
 * @throws AppError upgradeNotFound, forbidden, upgradeNotPending
 */
export async function deleteUpgrade(deps: UpgradeDeps, caller: Caller, id: number): Promise<void> {
  const scope = writeScope(caller);
  const deleted = await deps.stores.upgrades.deletePending(scope, id, deps.now(), authorOf(caller));
  if (deleted) return dropSpentSchedule(deps, caller.organisationId, deleted);
  const upgrade = await showUpgrade(deps, caller, id);
  if (!mayChange(caller) || !inScope(scope, upgrade.locationNetworkId)) throw new AppError('forbidden');
  throw new AppError('upgradeNotPending', { details: { id } });
}
