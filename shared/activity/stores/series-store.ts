import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { TallyKey } from '../domain/tally-keys.js';
import { chunkOf, recordFrom, stepAt, type Resolution } from '../domain/series-steps.js';
import type { Tally } from '../domain/tally-devices.js';
import type { ActivityModels } from '../models/models.js';

/** Devices up and down at a time. */
export interface OnlinePoint {
  readonly at: Date;
  readonly up: number;
  readonly down: number;
}

/** The numbers of devices online over time. */
export function createSeriesStore({ onlineSeries }: ActivityModels) {
  return {
    /** The points of tallies from a time to before another, oldest first; those of one time are added up. */
    async points(
      organisationId: number,
      keys: readonly TallyKey[],
      resolution: Resolution,
      { from, to }: { from: Date; to: Date },
    ): Promise<OnlinePoint[]> {
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
      const sums = new Map<number, { up: number; down: number }>();
      for (const record of records) {
        for (const [step, [up, down]] of Object.entries(record.points)) {
          const at = record.from.getTime() + Number(step) * stepS * 1000;
          const sum = sums.get(at) ?? { up: 0, down: 0 };
          sums.set(at, { up: sum.up + up, down: sum.down + down });
        }
      }
      return [...sums]
        .filter(([at]) => at >= from.getTime() && at < to.getTime())
        .sort(([one], [other]) => one - other)
        .map(([at, sum]) => ({ at: new Date(at), ...sum }));
    },

    /** Writes a point of each tally in the current step of each resolution; repeating it replaces the points. */
    async add(
      organisationId: number,
      tallies: ReadonlyMap<TallyKey, Pick<Tally, 'up' | 'down'>>,
      resolutions: readonly Resolution[],
      at: Date,
    ): Promise<void> {
      const writes = resolutions.flatMap((resolution) => {
        const { from, step } = stepAt(resolution, at);
        return [...tallies].map(([tallyKey, { up, down }]) => {
          const { _id, ...fields } = recordFrom(organisationId, tallyKey, resolution, from);
          return {
            updateOne: {
              filter: { _id, organisationId },
              update: { $set: { [`points.${step}`]: [up, down] }, $setOnInsert: fields },
              upsert: true,
            },
          };
        });
      });
      for (const batch of batchesOf(writes)) await onlineSeries.bulkWrite(batch, { ordered: false });
    },
  };
}
