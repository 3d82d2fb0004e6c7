import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { chunkOf, recordFrom, stepAt, type Resolution } from '../domain/series-steps.js';
import type { PointValues, StoredPoint } from '../domain/series-points.js';
import type { TallyKey } from '../domain/tally-keys.js';
import type { ActivityModels } from '../models/models.js';

/** The numbers of devices online, of their clients and bytes over time. */
export function createSeriesStore({ onlineSeries }: ActivityModels) {
  return {
    /** The points of tallies from a time to before another. */
    async points(
      organisationId: number,
      keys: readonly TallyKey[],
      resolution: Resolution,
      { from, to }: { from: Date; to: Date },
    ): Promise<StoredPoint[]> {
      const { stepS } = resolution;
      const records = await onlineSeries
        .find({
          organisationId,
          tallyKey: { $in: [...keys] },
          stepS,
          from: { $gte: chunkOf(resolution, from), $lt: to },
        })
        .hint('key_step_from')
        .batchSize(ONE_ANSWER)
        .lean();
      return records.flatMap(({ tallyKey, from: begin, points }) =>
        Object.entries(points).flatMap(([step, values]) => {
          const at = begin.getTime() + Number(step) * stepS * 1000;
          return at >= from.getTime() && at < to.getTime() ? [{ tallyKey, at, values }] : [];
        }),
      );
    },

    /** Writes a point of each tally in the current step of each resolution; repeating it replaces the points. */
    async add(
      organisationId: number,
      points: ReadonlyMap<TallyKey, PointValues>,
      resolutions: readonly Resolution[],
      at: Date,
    ): Promise<void> {
      const writes = resolutions.flatMap((resolution) => {
        const { from, step } = stepAt(resolution, at);
        return [...points].map(([tallyKey, values]) => {
          const { _id, ...fields } = recordFrom(organisationId, tallyKey, resolution, from);
          return {
            updateOne: {
              filter: { _id, organisationId },
              update: { $set: { [`points.${step}`]: values }, $setOnInsert: fields },
              upsert: true,
            },
          };
        });
      });
      for (const batch of batchesOf(writes)) await onlineSeries.bulkWrite(batch, { ordered: false });
    },
  };
}
