import { valuesOf, type CheckSection } from './check.js';
import { checkOwnership } from './check-keys.js';

/** One round trip, one more for organisations not known yet. */
export const checkInitTemplates: CheckSection<'init_templates'> = async (check, located) => {
  const ids = valuesOf(located, (entry) => entry.id);
  const owners = await check.deps.stores.fleetLookup.owners('initTemplates', ids);
  await checkOwnership(check, 'init_templates', located, owners);
};
