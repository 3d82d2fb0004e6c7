import type { PlatformModels } from '../models/models.js';
import type { Log } from '../observability/logger.js';
import { inspectIndexes, searchedModels, type AnyModel } from './inspect-indexes.js';

/**
 * Declared indexes that are missing or defined differently in the database, as `collection.index`; of all models, or of some.
 */
export async function missingIndexes(models: PlatformModels, some?: readonly AnyModel[]): Promise<string[]> {
  const inspections = await inspectIndexes(models, some);
  return inspections.flatMap(({ collection, missing, different }) => [
    ...missing.map(({ name }) => `${collection}.${name}`),
    ...different.map((name) => `${collection}.${name} (defined differently)`),
  ]);
}

/** Resolves when the database has every declared index. */
export type IndexCheck = () => Promise<void>;

/**
 * A check for the start of a process and its readiness probe. Repeats until it has passed once, so that a process
 * becomes ready when `npm run migrate` is done. After that it looks at the indexes of searches only, which an import into
 * an empty installation drops and builds at its end.
 * @throws Error naming the missing indexes; logs each different list once
 */
export function createIndexCheck(models: PlatformModels, log: Log): IndexCheck {
  let passed = false;
  let reported = '';
  return async () => {
    const missing = await missingIndexes(models, passed ? searchedModels(models) : undefined);
    if (missing.length === 0) {
      passed = true;
      return;
    }
    if (reported !== missing.join()) {
      reported = missing.join();
      log.error({ missing }, 'The database lacks indexes: run `npm run migrate`. Not ready until then');
    }
    throw new Error(`The database lacks indexes: ${missing.join(', ')}`);
  };
}
