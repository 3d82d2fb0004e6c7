import type { PlatformModels } from '../models/models.js';
import type { Log } from '../observability/logger.js';
import { inspectIndexes } from './inspect-indexes.js';

/**
 * Declared indexes that the database does not have, or has with another definition, as `collection.index`. Round
 * trips as inspectIndexes.
 */
export async function missingIndexes(models: PlatformModels): Promise<string[]> {
  const inspections = await inspectIndexes(models);
  return inspections.flatMap(({ collection, missing, different }) => [
    ...missing.map(({ name }) => `${collection}.${name}`),
    ...different.map((name) => `${collection}.${name} (defined differently)`),
  ]);
}

/** Resolves when the database has every declared index. */
export type IndexCheck = () => Promise<void>;

/**
 * A check for the start of a process and for its readiness probe. Once passed it is not made again; until then
 * every call looks anew, so a process becomes ready as soon as `npm run migrate` is done.
 * @throws Error naming what is missing, which is also logged, once for each different list
 */
export function createIndexCheck(models: PlatformModels, log: Log): IndexCheck {
  let passed = false;
  let told = '';
  return async () => {
    if (passed) return;
    const missing = await missingIndexes(models);
    passed = missing.length === 0;
    if (passed) return;
    if (told !== missing.join()) {
      told = missing.join();
      log.error({ missing }, 'The database lacks indexes: run `npm run migrate`. Not ready until then');
    }
    throw new Error(`The database lacks indexes: ${missing.join(', ')}`);
  };
}
