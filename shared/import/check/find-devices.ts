import { batchesOf } from '../../platform/mongo/batches.js';
import type { Check } from './check.js';

/**
 * The organisations of devices, of the fleet or stored, by id; null when the fleet does not say it rightly. One
 * round trip for each 1,000 that are not of the fleet. Only after the fleet's devices were looked at.
 */
export async function findDevices(
  check: Check,
  ids: Iterable<number>,
): Promise<Map<number, { organisationId: number | null }>> {
  const inFleet = check.idsOf('devices');
  const found = new Map<number, { organisationId: number | null }>();
  const elsewhere: number[] = [];
  for (const id of new Set(ids)) {
    const organisationId = inFleet.get(id);
    if (organisationId === undefined) elsewhere.push(id);
    else found.set(id, { organisationId: organisationId === 0 ? null : organisationId });
  }
  for (const batch of batchesOf(elsewhere)) {
    const stored = await check.deps.stores.fleetLookup.devices(batch);
    for (const [id, { organisationId }] of stored) found.set(id, { organisationId });
  }
  return found;
}
