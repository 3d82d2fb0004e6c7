import {
  NONE_UNSERVED,
  type Unserved,
  type UnservedCounts,
  type UnservedDevice,
} from '../domain/unserved.js';
import type { RolloutModels } from '../models/models.js';
import type { RolloutRef } from './rollout-store.js';

export interface UnservedJoinerStore {
  /** Notes at most 1,000 devices that the binding of a stage counts, at least one. Repeating it changes nothing. */
  noteBound(rollout: RolloutRef, stage: number, deviceIds: readonly number[], at: Date): Promise<void>;
  /** Those of at most 1,000 devices that a binding has counted. */
  boundAmong(rollout: RolloutRef, deviceIds: readonly number[]): Promise<Set<number>>;
  /** Notes at most 1,000 joiners for a stage. One that any stage has noted stays as it is. */
  note(rollout: RolloutRef, stage: number, joiners: readonly UnservedDevice[], at: Date): Promise<void>;
  /** The joiners that were noted for a stage. */
  countOf(rollout: RolloutRef, stage: number): Promise<UnservedCounts>;
}

/** The devices that got no upgrade when a rollout found them. */
export function createUnservedJoinerStore({
  unservedJoiners,
  unservedTargets,
}: RolloutModels): UnservedJoinerStore {
  return {
    async noteBound({ _id: rolloutId, organisationId }, stage, given, createdAt) {
      const deviceIds = [...given].sort((a, b) => a - b);
      const [firstId = 0, lastId = 0] = [deviceIds[0], deviceIds.at(-1)];
      await unservedTargets.updateOne(
        { _id: `${rolloutId}:${stage}:${firstId}`, organisationId },
        { $set: { rolloutId, firstId, lastId, deviceIds, createdAt } },
        { upsert: true },
      );
    },
    async boundAmong({ _id: rolloutId, organisationId }, deviceIds) {
      const bound = new Set<number>();
      if (deviceIds.length === 0) return bound;
      const wanted = new Set(deviceIds);
      const batches = unservedTargets
        .find(
          {
            organisationId,
            rolloutId,
            lastId: { $gte: Math.min(...deviceIds) },
            firstId: { $lte: Math.max(...deviceIds) },
            deviceIds: { $in: [...deviceIds] },
          },
          { deviceIds: 1 },
        )
        .hint('organisation_rollout')
        .lean()
        .cursor();
      for await (const batch of batches) for (const id of batch.deviceIds) if (wanted.has(id)) bound.add(id);
      return bound;
    },
    async note({ _id: rolloutId, organisationId }, stage, joiners, createdAt) {
      if (joiners.length === 0) return;
      const writes = joiners.map(({ deviceId, reason }) => ({
        updateOne: {
          filter: { _id: `${rolloutId}:${deviceId}`, organisationId },
          update: { $setOnInsert: { rolloutId, stage, reason, createdAt } },
          upsert: true,
        },
      }));
      await unservedJoiners.bulkWrite(writes, { ordered: false });
    },
    async countOf({ _id: rolloutId, organisationId }, stage) {
      const groups = await unservedJoiners.aggregate<{ _id: Unserved; count: number }>(
        [
          { $match: { organisationId, rolloutId, stage } },
          { $group: { _id: '$reason', count: { $sum: 1 } } },
        ],
        { hint: 'organisation_stage' },
      );
      return { ...NONE_UNSERVED, ...Object.fromEntries(groups.map(({ _id, count }) => [_id, count])) };
    },
  };
}
