import { valuesOf, type CheckSection } from './check.js';
import { checkOwnership } from './check-keys.js';

/**
 * Schedules name their targets as the request did: one that is gone since is resolved to no device. One round trip,
 * one more for organisations not known yet.
 */
export const checkSchedules: CheckSection<'schedules'> = async (check, located) => {
  const ids = valuesOf(located, (entry) => entry.id);
  const owners = await check.deps.stores.fleetLookup.owners('schedules', ids);
  await checkOwnership(check, 'schedules', located, owners);
};
