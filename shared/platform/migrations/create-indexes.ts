import type { PlatformModels } from '../models/models.js';
import type { IndexInspection } from './inspect-indexes.js';

/** Creates the missing indexes of inspections. @param report takes one line for each */
export async function createIndexes(
  models: PlatformModels,
  inspections: readonly IndexInspection[],
  report: (line: string) => void,
): Promise<void> {
  for (const { collection, missing } of inspections) {
    if (missing.length === 0) continue;
    await models.counters.db.collection(collection).createIndexes([...missing]);
    for (const { name } of missing) report(`created index ${collection}.${name}`);
  }
}
