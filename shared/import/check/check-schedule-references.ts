import { batchesOf } from '../../platform/mongo/batches.js';
import type { Check } from './check.js';
import { checkReference } from './check-reference.js';

/** A schedule that a record names. */
export interface ScheduleReference {
  readonly path: string;
  readonly id: number;
  readonly organisationId: number | undefined;
}

/**
 * Schedules of the file or stored ones; only after the file's schedules were checked. One round trip for each 1,000
 * that are not of the file.
 */
export async function checkScheduleReferences(
  check: Check,
  references: readonly ScheduleReference[],
): Promise<void> {
  const inFleet = check.idsOf('schedules');
  const elsewhere = references.filter(({ id }) => inFleet.get(id) === undefined).map(({ id }) => id);
  const stored = new Map<number, number>();
  for (const batch of batchesOf([...new Set(elsewhere)])) {
    const owners = await check.deps.stores.fleetLookup.owners('schedules', batch);
    for (const [id, owner] of owners) stored.set(id, owner);
  }
  for (const { path, id, organisationId } of references) {
    const owner = inFleet.get(id) ?? stored.get(id);
    const found = owner === undefined ? undefined : { organisationId: owner === 0 ? null : owner };
    checkReference(check, path, 'schedule', id, organisationId, found);
  }
}
