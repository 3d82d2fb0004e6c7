import type { PlatformModels } from '../models/models.js';

/** The collections whose records carry integer ids of ours. */
export type IdSequence =
  | 'operators'
  | 'organisations'
  | 'users'
  | 'devices'
  | 'firmwareRevisions'
  | 'initTemplates'
  | 'networks'
  | 'tags'
  | 'uplinks'
  | 'deletedUpgrades'
  | 'firmwareReleases'
  | 'schedules'
  | 'upgrades'
  | 'networkSsids';

export interface IdSource {
  /** Reserves `count` consecutive ids and gives the first. One round trip; an id reserved and not used is never given again. */
  reserve(sequence: IdSequence, count?: number): Promise<number>;
  /** Makes sure that ids up to `last` are never given out (the fleet file brings its own). One round trip. */
  skipTo(sequence: IdSequence, last: number): Promise<void>;
}

/** Integer ids in order, per collection (docs/decisions.md#inventory). */
export function createIdSource(models: PlatformModels): IdSource {
  return {
    async reserve(sequence, count = 1) {
      const counter = await models.counters
        .findOneAndUpdate(
          { _id: sequence },
          { $inc: { last: count } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean();
      return counter.last - count + 1;
    },
    async skipTo(sequence, last) {
      await models.counters.updateOne({ _id: sequence }, { $max: { last } }, { upsert: true });
    },
  };
}
