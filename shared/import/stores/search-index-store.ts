import { createIndexes } from '../../platform/migrations/create-indexes.js';
import { inspectIndexes, SEARCH_INDEX, searchedModels } from '../../platform/migrations/inspect-indexes.js';
import type { ImportModels } from '../models/models.js';

/**
 * The indexes of searches during an import. A device is in them once for each trigram of its texts, which takes most of the
 * time of its insert; building them at the end takes a fifth of that.
 */
export function createSearchIndexStore(models: ImportModels) {
  const inspect = () => inspectIndexes(models, searchedModels(models));
  return {
    /** Drops the indexes of an installation without devices. The service is not ready until they are built. */
    async postpone(): Promise<void> {
      if ((await models.devices.exists({ _id: { $gt: 0 } })) !== null) return;
      const inspections = await inspect();
      for (const { collection, missing } of inspections) {
        if (missing.some(({ name }) => name === SEARCH_INDEX)) continue;
        await models.counters.db.collection(collection).dropIndex(SEARCH_INDEX);
      }
    },
    /** Whether {@link build} has something to do. */
    isMissing: async (): Promise<boolean> => (await inspect()).some(({ missing }) => missing.length > 0),
    /** Builds the indexes that are missing. */
    build: async (): Promise<void> => createIndexes(models, await inspect(), () => undefined),
  };
}
