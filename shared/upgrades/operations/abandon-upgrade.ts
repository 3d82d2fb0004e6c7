import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, inScope, mayChange, writeScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { isBegun, shownStatus } from '../domain/upgrade-status.js';
import type { UpgradeDeps } from '../deps.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { showUpgrade } from './list/show-upgrade.js';

/** A device changes the status of its upgrade at most once a heartbeat. */
const MAX_TRIES = 10;

/**
 * Gives up an upgrade that its device has begun (docs/interface.md#abandon_upgrade). No gate judges it. The device may still
 * be writing its flash.
 * @throws AppError upgradeNotFound, forbidden; stateForbids when it has not begun or has ended; overloaded
 */
export async function abandonUpgrade(
  deps: UpgradeDeps,
  caller: Caller,
  { id, reason }: { readonly id: number; readonly reason: string | null },
  accompany: Accompany<UpgradeRecord>,
): Promise<UpgradeRecord> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const upgrade = await findBegun(deps, caller, id);
    const { organisationId, macId, version } = upgrade;
    const { status } = upgrade;
    if (!isBegun(status))
      throw new AppError('stateForbids', {
        text: `An upgrade that is ${shownStatus(status)} cannot be given up`,
      });
    const at = deps.now();
    const fields = { mac_id: macId, version };
    const entry = newEntry(
      {
        organisationId,
        at,
        action: 'upgrade.abandoned',
        subject: `upgrade:${id}`,
        before: { ...fields, status },
        after: { ...fields, status: 'Failed' },
        reason,
      },
      authorOf(caller),
    );
    const message = reason === null ? 'Given up by a user' : `Given up by a user: ${reason}`;
    const done = await deps.stores.abandoned.abandon(upgrade, status, { at, message, entry }, accompany);
    await deps.failpoint('upgrade-abandoned');
    if (done) {
      deps.metrics.transitions.inc({ from: status, to: 'Failed' });
      return done;
    }
  }
  throw new AppError('overloaded');
}

/** An upgrade that the caller may change. @throws AppError upgradeNotFound, forbidden */
export async function findBegun(deps: UpgradeDeps, caller: Caller, id: number): Promise<UpgradeRecord> {
  const upgrade = await showUpgrade(deps, caller, id);
  if (!mayChange(caller) || !inScope(writeScope(caller), upgrade.locationNetworkId))
    throw new AppError('forbidden');
  return upgrade;
}
