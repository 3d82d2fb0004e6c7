import type { Scope } from '../../access/domain/access.js';
import type { KnownNetworks } from '../../access/operations/users/judge-rights.js';
import type { InventoryStores } from '../deps.js';

/** The networks of a scope, for grants to them: the others do not exist for it. */
export function knownNetworks({ networks }: Pick<InventoryStores, 'networks'>, scope: Scope): KnownNetworks {
  return {
    namesOf: (ids) => networks.namesOf(scope, ids),
    hold: (ids, session) => networks.hold(scope.organisationId, ids, session),
  };
}
