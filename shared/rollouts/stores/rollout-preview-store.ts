import mongoose, { type ClientSession } from 'mongoose';
import { batchesOf, isDuplicateKey } from '../../platform/mongo/batches.js';
import {
  readColumns,
  storedColumns,
  type DeviceColumns,
  type StoredColumns,
} from '../domain/preview/device-list.js';
import type { RolloutModels } from '../models/models.js';
import type {
  PreviewListRecord,
  PreviewPurpose,
  PreviewRun,
  RolloutPreviewRecord,
} from '../models/rollout-preview.js';

/** Fields that a write of a preview sets; `seq` is incremented by the store. */
export type PreviewChange = Partial<Pick<RolloutPreviewRecord, 'run' | 'result' | 'lists'>>;

/** Lists are read so many at a time: about a megabyte. */
const LISTS_AT_ONCE = 8;

const idOf = (rolloutId: number, purpose: PreviewPurpose): string => `${rolloutId}:${purpose}`;

/** Previews of rollouts, and the lists of devices that they are computed from. */
export function createRolloutPreviewStore({ rolloutPreviews, previewLists, upgrades }: RolloutModels) {
  async function change(
    { _id, organisationId, seq }: RolloutPreviewRecord,
    set: Partial<RolloutPreviewRecord>,
    session?: ClientSession,
  ): Promise<RolloutPreviewRecord | null> {
    return rolloutPreviews
      .findOneAndUpdate(
        { _id, organisationId, seq },
        { $set: set, $inc: { seq: 1 } },
        { returnDocument: 'after', ...(session ? { session } : {}) },
      )
      .lean();
  }

  return {
    async find(
      organisationId: number,
      rolloutId: number,
      purpose: PreviewPurpose,
    ): Promise<RolloutPreviewRecord | null> {
      return rolloutPreviews.findOne({ _id: idOf(rolloutId, purpose), organisationId }).lean();
    },
    /**
     * Begins a computation in place of the one under way. The latest result stays until the new one is there.
     * @param read the preview as it was read; null when there was none
     * @returns null when it has changed since
     */
    async request(
      read: RolloutPreviewRecord | null,
      purpose: PreviewPurpose,
      run: PreviewRun,
      requestedAt: Date,
      session?: ClientSession,
    ): Promise<RolloutPreviewRecord | null> {
      const begun = { run, isComputing: true, requestedAt };
      if (read) return change(read, begun, session);
      const { _id: rolloutId, organisationId } = run.rollout;
      const record: RolloutPreviewRecord = {
        _id: idOf(rolloutId, purpose),
        organisationId,
        rolloutId,
        purpose,
        seq: 0,
        ...begun,
        result: null,
        lists: [],
      };
      try {
        await rolloutPreviews.create([record], session ? { session } : {});
        return record;
      } catch (error) {
        if (!session && isDuplicateKey(error)) return null;
        throw error;
      }
    },
    /** Changes a preview that has not been written since it was read; null when it has. One conditional write. */
    change: (read: RolloutPreviewRecord, set: PreviewChange): Promise<RolloutPreviewRecord | null> =>
      change(read, { ...set, ...('run' in set ? { isComputing: set.run !== null } : {}) }),
    /** Previews under way, the oldest first. */
    async due(limit: number): Promise<RolloutPreviewRecord[]> {
      return rolloutPreviews
        .find({ isComputing: true })
        .sort({ requestedAt: 1 })
        .hint('computing')
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    async writeList(
      owner: Pick<PreviewListRecord, '_id' | 'organisationId' | 'rolloutId'>,
      columns: DeviceColumns,
    ): Promise<void> {
      await previewLists.create([{ ...owner, ...storedColumns(columns) }]);
    },
    /** These lists one after the other, without those that are gone. */
    async *readLists(organisationId: number, ids: readonly string[]): AsyncGenerator<DeviceColumns, void> {
      for (const some of batchesOf(ids, LISTS_AT_ONCE)) {
        const found = await previewLists
          .find({ organisationId, _id: { $in: some } })
          .batchSize(LISTS_AT_ONCE + 1)
          .lean<PreviewListRecord[]>();
        const byId = new Map(found.map((stored) => [stored._id, stored]));
        for (const stored of some.flatMap((id) => byId.get(id) ?? [])) yield readColumns(withBuffers(stored));
      }
    },
    async removeLists(organisationId: number, ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await previewLists.deleteMany({ organisationId, _id: { $in: [...ids] } });
    },
    /** Deletes the lists of a rollout, whatever run wrote them. */
    async removeListsOf(organisationId: number, rolloutId: number): Promise<void> {
      await previewLists.deleteMany({ organisationId, rolloutId });
    },
    /** Deletes the previews of a rollout, without their lists; false when there is none. */
    async remove(organisationId: number, rolloutId: number, session: ClientSession): Promise<boolean> {
      const among = { organisationId, rolloutId };
      return (await rolloutPreviews.deleteMany(among, { session })).deletedCount > 0;
    },
    /** Those of at most 1,000 devices for which an upgrade of another request is pending. */
    async pendingAmong(organisationId: number, deviceIds: readonly number[]): Promise<Set<number>> {
      if (deviceIds.length === 0) return new Set();
      const among = { organisationId, routerInventoryId: { $in: [...deviceIds] }, status: '' as const };
      return new Set(await upgrades.distinct('routerInventoryId', among));
    },
  };
}

/** A lean record has the driver's binary values instead of buffers. */
function withBuffers(stored: PreviewListRecord): StoredColumns {
  const fields = Object.entries(stored).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof mongoose.mongo.Binary ? Buffer.from(value.buffer) : value,
  ]);
  return Object.fromEntries(fields) as StoredColumns;
}
