import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, requireNetworkAdministrator, type Caller } from '../../access/domain/access.js';
import { findNetwork } from '../../inventory/operations/show-network.js';
import { fieldsOfNetwork } from '../../inventory/stores/network-store.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { AccompanyDeletion } from '../../platform/mongo/transaction.js';
import { requireRevision } from '../../platform/values/revision.js';
import type { SsidDeps } from '../deps.js';

/** A try fails when another caller changes the network, or a device comes to it, in between. */
const MAX_TRIES = 10;

/**
 * Deletes a network that has neither devices nor SSIDs, with the grants of users for it. A transaction that moves a device to it or adds an SSID at the same
 * time conflicts with this one, and the later of the two finds the change of the earlier.
 * @throws AppError networkNotFound, forbidden, revisionChanged, stateForbids; overloaded when all tries fail
 */
export async function deleteNetwork(
  deps: SsidDeps,
  caller: Caller,
  { id, revisions }: { readonly id: number; readonly revisions: readonly number[] | null },
  accompany: AccompanyDeletion,
): Promise<void> {
  const { stores, now } = deps;
  const { organisationId } = caller;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const network = await findNetwork(deps, caller, id);
    requireNetworkAdministrator(caller, id);
    requireRevision(network, revisions);
    if (network.deviceCount > 0) throw new AppError('stateForbids', { text: 'The network has devices' });
    const change = { organisationId, at: now(), action: 'network.deleted', subject: `network:${id}` };
    const entry = newEntry({ ...change, before: { ...fieldsOfNetwork(network) } }, authorOf(caller));
    const isRemoved = await stores.transact(organisationId, async (session) => {
      if (!(await stores.networks.removeEmpty(network, session))) return false;
      if (await stores.ssids.isUsing(organisationId, id, session))
        throw new AppError('stateForbids', { text: 'The network has SSIDs' });
      await stores.users.dropGrants(organisationId, id, session);
      await stores.audit.write([entry], session);
      await accompany(session);
      return true;
    });
    if (isRemoved) return;
  }
  throw new AppError('overloaded');
}
