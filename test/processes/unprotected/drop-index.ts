import type { Models } from '../../../shared/composition/models.js';
import type { Protection } from '../../../dev/faults/protections.js';
import { unprotected } from './switch.js';

/** A unique index that can be missing. */
interface UniqueIndex {
  readonly model: 'upgrades' | 'alerts';
  readonly name: string;
  /** Queries name it: it stays as an index that is not unique. */
  readonly isHinted?: true;
}

const INDEXES: Partial<Record<Protection, UniqueIndex>> = {
  'pending-index': { model: 'upgrades', name: 'one_pending_per_device' },
  'schedule-index': { model: 'upgrades', name: 'organisation_device_schedule' },
  'in-flight-index': { model: 'upgrades', name: 'one_in_flight_per_device' },
  'alert-index': { model: 'alerts', name: 'one_current', isHinted: true },
};

function missingIndex(): UniqueIndex | undefined {
  const protection = unprotected();
  return protection === null ? undefined : INDEXES[protection];
}

/** Whether an index is turned off in this run. */
export function lacksIndex(): boolean {
  return missingIndex() !== undefined;
}

/** Drops the index that is turned off in this run; whether there is one. */
export async function dropIndexOfRun(models: Models): Promise<boolean> {
  const index = missingIndex();
  if (index === undefined) return false;
  const { collection } = models[index.model];
  const stored = (await collection.indexes()).find(({ name }) => name === index.name);
  await collection.dropIndex(index.name);
  if (index.isHinted && stored) {
    const { key, partialFilterExpression = {} } = stored;
    await collection.createIndex(key, { name: index.name, partialFilterExpression }, {});
  }
  return true;
}
