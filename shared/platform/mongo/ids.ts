import type { PlatformModels } from '../models/models.js';

/** The collections with integer ids. */
export type IdSequence =
  | 'operators'
  | 'alerts'
  | 'mails'
  | 'bulkOperations'
  | 'selections'
  | 'organisations'
  | 'users'
  | 'devices'
  | 'deviceCommands'
  | 'firmwareRevisions'
  | 'initTemplates'
  | 'networks'
  | 'tags'
  | 'uplinks'
  | 'deletedUpgrades'
  | 'enrolments'
  | 'enrolmentTokens'
  | 'firmwareReleases'
  | 'rollouts'
  | 'schedules'
  | 'upgrades'
  | 'networkSsids'
  | 'radiusServers'
  | 'webhooks'
  | 'webhookDeliveries'
  | 'webhookEvents';

export type IdSource = ReturnType<typeof createIdSource>;

/** Sequential integer ids per collection. */
export function createIdSource(models: PlatformModels) {
  return {
    /** Reserves `count` consecutive ids and returns the first. Unused ids are never assigned again. */
    async reserve(sequence: IdSequence, count = 1): Promise<number> {
      const counter = await models.counters
        .findOneAndUpdate(
          { _id: sequence },
          { $inc: { last: count } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean();
      return counter.last - count + 1;
    },
    /** Ensures that ids up to `last` are never assigned, for records that bring their own ids. */
    async skipTo(sequence: IdSequence, last: number): Promise<void> {
      await models.counters.updateOne({ _id: sequence }, { $max: { last } }, { upsert: true });
    },
  };
}
