import type { ClientSession } from 'mongoose';
import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import { spellings } from '../../platform/values/spellings.js';
import type { InventoryModels } from '../models/models.js';
import type { TagRecord } from '../models/tag.js';

/** Tags; they belong to an organisation and to no network. */
export function createTagStore({ organisations, tags }: InventoryModels) {
  return {
    async find(organisationId: number, _id: number): Promise<TagRecord | null> {
      return tags.findOne({ organisationId, _id }).lean();
    },
    /** Those of at most 1,000 ids that exist, by id. */
    async byIds(organisationId: number, ids: readonly number[]): Promise<Map<number, TagRecord>> {
      const found = await tags
        .find({ organisationId, _id: { $in: [...ids] } })
        .batchSize(ids.length + 1)
        .lean();
      return new Map(found.map((tag) => [tag._id, tag]));
    },
    /** Those of at most 1,000 names that exist. */
    async byNames(organisationId: number, names: readonly string[]): Promise<TagRecord[]> {
      if (names.length === 0) return [];
      return tags
        .find({ organisationId, name: { $in: names.flatMap(spellings) } })
        .limit(3 * names.length)
        .batchSize(3 * names.length + 1)
        .lean();
    },
    list: (organisationId: number, page: SortedPageRequest): Promise<SortedPage<TagRecord>> =>
      readSortedPage(tags, { organisationId }, page),
    /** Whether a tag other than `exceptId` has this name, in the transaction that writes it. */
    async isTaken(
      organisationId: number,
      name: string,
      exceptId: number,
      session: ClientSession,
    ): Promise<boolean> {
      // Of two transactions that write names at once, the later one is tried again and sees the earlier one's.
      await organisations.updateOne({ _id: organisationId }, { $inc: { tagRevision: 1 } }, { session });
      const found = await tags.findOne(
        { organisationId, name, _id: { $ne: exceptId } },
        { _id: 1 },
        { session },
      );
      return found !== null;
    },
    async create(tag: TagRecord, session: ClientSession): Promise<void> {
      await tags.create([tag], { session });
    },
    /** False when the tag is gone. */
    async rename({ _id, organisationId }: TagRecord, name: string, session: ClientSession): Promise<boolean> {
      const renamed = await tags.updateOne({ _id, organisationId }, { $set: { name } }, { session });
      return renamed.matchedCount === 1;
    },
    /** False when the tag is gone. */
    async remove({ _id, organisationId }: TagRecord, session: ClientSession): Promise<boolean> {
      return (await tags.deleteOne({ _id, organisationId }, { session })).deletedCount === 1;
    },
  };
}
