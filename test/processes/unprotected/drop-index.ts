import type { Models } from '../../../shared/composition/models.js';
import type { Protection } from '../../../dev/faults/protections.js';
import { unprotected } from './switch.js';

const INDEXES: Partial<Record<Protection, string>> = {
  'pending-index': 'one_pending_per_device',
  'schedule-index': 'organisation_device_schedule',
  'in-flight-index': 'one_in_flight_per_device',
};

function missingIndex(): string | undefined {
  const protection = unprotected();
  return protection === null ? undefined : INDEXES[protection];
}

/** Whether an index is turned off in this run. */
export function lacksIndex(): boolean {
  return missingIndex() !== undefined;
}

/** Drops the index that is turned off in this run; whether there is one. */
export async function dropIndexOfRun({ upgrades }: Models): Promise<boolean> {
  const index = missingIndex();
  if (index === undefined) return false;
  await upgrades.collection.dropIndex(index);
  return true;
}
