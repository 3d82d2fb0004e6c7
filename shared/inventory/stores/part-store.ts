import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { HardwarePartRecord } from '../models/hardware-part.js';
import type { InventoryModels } from '../models/models.js';

/** A range, so that the count reads the index. */
const ALL = { _id: { $gt: '' } };

/** Hardware parts belong to the manufacturer and to no organisation, so there is no scope. */
export function createPartStore({ hardwareParts }: InventoryModels) {
  return {
    /** The hardware parts of these part numbers, by part number. */
    async byNumbers(partNumbers: readonly string[]): Promise<Map<string, HardwarePartRecord>> {
      const found = new Map<string, HardwarePartRecord>();
      for (const batch of batchesOf([...new Set(partNumbers)])) {
        const parts = await hardwareParts
          .find({ _id: { $in: batch } })
          .batchSize(ONE_ANSWER)
          .lean();
        for (const part of parts) found.set(part._id, part);
      }
      return found;
    },
    list: (page: SortedPageRequest): Promise<SortedPage<HardwarePartRecord>> =>
      readSortedPage(hardwareParts, ALL, page),
  };
}
