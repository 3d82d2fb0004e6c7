import type { PlatformModels } from '../models/models.js';

/** The collections with integer ids. */
export type IdSequence =
  | 'operators'
  | 'bulkOperations'
  | 'selections'
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
  | 'rollouts'
  | 'schedules'
  | 'upgrades'
  | 'networkSsids'
  | 'radiusServers'
  | 'webhooks'
  | 'webhookDeliveries'
  | 'webhookEvents';

export interface IdSource {
  /** Reserves `count` consecutive ids and returns the first. Unused ids are never assigned again. */
  reserve(sequence: IdSequence, count?: number): Promise<number>;
  /** Ensures that ids up to `last` are never assigned, for records that bring their own ids. */
  skipTo(sequence: IdSequence, last: number): Promise<void>;
}

/** Sequential integer ids per collection. */
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
