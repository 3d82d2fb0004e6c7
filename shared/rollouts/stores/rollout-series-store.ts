import { isDuplicateKey, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { withPoint } from '../domain/rollout-history.js';
import type { RolloutModels } from '../models/models.js';
import type { NotedCounts, NotedLook, NotedPart, RolloutSeriesRecord } from '../models/rollout-series.js';
import type { RolloutRef } from './rollout-store.js';

/** The looks at a hardware part, and some of the devices that the last one found sick. */
export interface PartLooks extends Pick<NotedPart, 'part' | 'sick'> {
  readonly points: readonly NotedLook[];
}

/** The series of a rollout: its counts over time, and what looks have compared, by hardware part. */
export interface RolloutSeries {
  readonly counts: readonly NotedCounts[];
  readonly looks: readonly PartLooks[];
}

/** Points of rollouts over time. Only the tick of a rollout adds to them. */
export function createRolloutSeriesStore({ rolloutSeries }: RolloutModels) {
  /** Adds a point, unless the series has reached its time: a tick may be repeated. */
  async function add(
    { _id: rolloutId, organisationId }: RolloutRef,
    name: string,
    series: Pick<RolloutSeriesRecord, 'partNumber' | 'sick'>,
    point: NotedCounts | NotedLook,
  ): Promise<void> {
    const _id = `${rolloutId}:${name}`;
    const read = await rolloutSeries.findOne({ _id, organisationId }).lean<RolloutSeriesRecord>();
    if (read && read.lastAt >= point.at) return;
    const set = { ...series, points: withPoint(read?.points ?? [], point), lastAt: point.at };
    if (read) {
      await rolloutSeries.updateOne({ _id, organisationId, lastAt: read.lastAt }, { $set: set });
      return;
    }
    try {
      await rolloutSeries.create([{ _id, organisationId, rolloutId, ...set }]);
    } catch (error) {
      // Another worker has repeated the tick.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  return {
    addCounts: (rollout: RolloutRef, point: NotedCounts): Promise<void> =>
      add(rollout, 'counts', { partNumber: null }, point),
    /** Adds what a look has compared of a hardware part. */
    addLook: (rollout: RolloutRef, { part, point, sick }: NotedPart): Promise<void> =>
      add(rollout, `looks:${part}`, { partNumber: part, sick }, point),
    /** All series of a rollout; those of looks in order of their parts. */
    async find({ _id: rolloutId, organisationId }: RolloutRef): Promise<RolloutSeries> {
      const found = await rolloutSeries
        .find({ organisationId, rolloutId })
        .sort({ _id: 1 })
        .batchSize(ONE_ANSWER)
        .lean<RolloutSeriesRecord[]>();
      return {
        counts: (found.find(({ partNumber }) => partNumber === null)?.points ?? []) as NotedCounts[],
        looks: found.flatMap(({ partNumber: part, points, sick = [] }) =>
          part === null ? [] : [{ part, points: points as NotedLook[], sick }],
        ),
      };
    },
  };
}
