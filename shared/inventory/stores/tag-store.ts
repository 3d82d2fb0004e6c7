import type { ClientSession } from 'mongoose';
import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { InventoryModels } from '../models/models.js';
import type { TagRecord } from '../models/tag.js';

/** Tags; they belong to an organisation and to no network. */
export interface TagStore {
  find(organisationId: number, id: number): Promise<TagRecord | null>;
  /** Those of at most 1,000 ids that exist, by id. */
  byIds(organisationId: number, ids: readonly number[]): Promise<Map<number, TagRecord>>;
  list(organisationId: number, page: SortedPageRequest): Promise<SortedPage<TagRecord>>;
  /** Whether a tag other than `exceptId` has this name, in the transaction that writes it. */
  isTaken(organisationId: number, name: string, exceptId: number, session: ClientSession): Promise<boolean>;
  create(tag: TagRecord, session: ClientSession): Promise<void>;
  /** False when the tag is gone. */
  rename(tag: TagRecord, name: string, session: ClientSession): Promise<boolean>;
  /** False when the tag is gone. */
  remove(tag: TagRecord, session: ClientSession): Promise<boolean>;
}

export function createTagStore({ organisations, tags }: InventoryModels): TagStore {
  return {
    async find(organisationId, _id) {
      return tags.findOne({ organisationId, _id }).lean();
    },
    async byIds(organisationId, ids) {
      const found = await tags
        .find({ organisationId, _id: { $in: [...ids] } })
        .batchSize(ids.length + 1)
        .lean();
      return new Map(found.map((tag) => [tag._id, tag]));
    },
    list: (organisationId, page) => readSortedPage(tags, { organisationId }, page),
    async isTaken(organisationId, name, exceptId, session) {
      // Of two transactions that write names at once, the later one is tried again and sees the earlier one's.
      await organisations.updateOne({ _id: organisationId }, { $inc: { tagRevision: 1 } }, { session });
      const found = await tags.findOne(
        { organisationId, name, _id: { $ne: exceptId } },
        { _id: 1 },
        { session },
      );
      return found !== null;
    },
    async create(tag, session) {
      await tags.create([tag], { session });
    },
    async rename({ _id, organisationId }, name, session) {
      const renamed = await tags.updateOne({ _id, organisationId }, { $set: { name } }, { session });
      return renamed.matchedCount === 1;
    },
    async remove({ _id, organisationId }, session) {
      return (await tags.deleteOne({ _id, organisationId }, { session })).deletedCount === 1;
    },
  };
}
