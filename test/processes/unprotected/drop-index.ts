import type { Models } from '../../../shared/composition/models.js';
import type { Protection } from '../../../dev/faults/protections.js';
import { unprotected } from './switch.js';

const INDEXES: Partial<Record<Protection, string>> = {
  'pending-index': 'one_pending_per_device',
  'schedule-index': 'organisation_schedule_device',
  'released-index': 'one_released_per_device',
};

/** Drops the index that is turned off in this run, if any. */
export async function dropIndexOfRun({ upgrades }: Models): Promise<void> {
  const protection = unprotected();
  const index = protection === null ? undefined : INDEXES[protection];
  if (index !== undefined) await upgrades.collection.dropIndex(index);
}
