import type { NetworkGrant } from '../../../access/domain/access.js';
import type { KnownNetworks } from '../../../access/operations/users/judge-rights.js';
import type { SsoRights } from '../../domain/sso-settings.js';

/** The networks of rights that have not been deleted since they were configured; null for all networks. */
export async function grantedNetworks(
  { networks }: Pick<SsoRights, 'networks'>,
  knownNetworks: KnownNetworks,
): Promise<NetworkGrant[] | null> {
  if (networks === null) return null;
  const known = await knownNetworks.namesOf(networks.map(({ id }) => id));
  return networks.filter(({ id }) => known.has(id)).map(({ id, access }) => ({ id, access }));
}
