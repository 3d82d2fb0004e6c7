import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, inScope, writeScope, type Caller } from '../../access/domain/access.js';
import { findNetwork } from '../../inventory/operations/show-network.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { ConfigurationDeps } from '../deps.js';
import type { Retried } from './retry-device.js';

/**
 * Offers the devices of a network their documents again: what they have refused before does not count any more. A network
 * without a device that has a problem is left as it is.
 * @throws AppError networkNotFound, forbidden
 */
export async function retryNetworkConfiguration(
  deps: ConfigurationDeps,
  caller: Caller,
  networkId: number,
  accompany: Accompany<Retried>,
): Promise<Retried> {
  const { stores, now } = deps;
  const { organisationId } = await findNetwork(deps, caller, networkId);
  if (!inScope(writeScope(caller), networkId)) throw new AppError('forbidden');
  const network = { organisationId, networkId };
  if (!(await stores.configurationRetries.canRetryNetwork(network))) return { retried: false };
  const at = now();
  const change = { organisationId, at, action: 'configuration.retried', subject: `network:${networkId}` };
  const entry = newEntry(change, authorOf(caller));
  const retried = { retried: true };
  await stores.transact(organisationId, async (session) => {
    await stores.configurationRetries.retryNetwork({ ...network, at }, session);
    await stores.audit.write([entry], session);
    await accompany(retried, session);
  });
  return retried;
}
