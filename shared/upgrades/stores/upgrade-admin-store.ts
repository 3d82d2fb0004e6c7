import type { IdSource } from '../../platform/mongo/ids.js';
import type { FirmwareReleaseRecord } from '../models/firmware-release.js';
import type { UpgradeModels } from '../models/models.js';
import type { ScheduleRecord } from '../models/schedule.js';
import type { UpgradeRecord } from '../models/upgrade.js';

/** Firmware releases and overdue upgrades for the command line: no caller's scope, and no HTTP reaches it. */
export interface UpgradeAdminStore {
  /** Creates the release or changes the one of this organisation and version. */
  putRelease(fields: Omit<FirmwareReleaseRecord, '_id'>): Promise<'created' | 'changed'>;
  /** Makes the release visible to every user that may use it; false when the version has no release. */
  release(organisationId: number | null, version: string): Promise<boolean>;
  /** Upgrades whose deadline passed before `before`, the longest overdue first. */
  stuckUpgrades(before: Date, limit: number): Promise<UpgradeRecord[]>;
  /** Schedules that were due before `before` and are not dispatched. */
  stuckSchedules(before: Date, limit: number): Promise<ScheduleRecord[]>;
}

export function createUpgradeAdminStore(models: UpgradeModels, ids: IdSource): UpgradeAdminStore {
  return {
    async putRelease(fields) {
      const { organisationId, version, urls, isReleased } = fields;
      const changed = await models.firmwareReleases.updateOne(
        { organisationId, version },
        { $set: { urls, isReleased } },
      );
      if (changed.matchedCount === 1) return 'changed';
      const _id = await ids.reserve('firmwareReleases');
      await models.firmwareReleases.create({ _id, ...fields });
      return 'created';
    },
    async release(organisationId, version) {
      const changed = await models.firmwareReleases.updateOne(
        { organisationId, version },
        { $set: { isReleased: true } },
      );
      return changed.matchedCount === 1;
    },
    async stuckUpgrades(before, limit) {
      return models.upgrades
        .find({ released: true, deadlineAt: { $lt: before } })
        .sort({ deadlineAt: 1 })
        .limit(limit)
        .lean();
    },
    async stuckSchedules(before, limit) {
      return models.schedules
        .find({ state: { $in: ['writing', 'waiting', 'releasing'] }, dueAt: { $lt: before } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean();
    },
  };
}
