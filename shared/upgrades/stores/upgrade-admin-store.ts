import type { UpgradeModels } from '../models/models.js';
import type { ScheduleRecord } from '../models/schedule.js';
import type { UpgradeRecord } from '../models/upgrade.js';

/** Overdue upgrades for the command line: no caller's scope, and no HTTP reaches it. */
export interface UpgradeAdminStore {
  /** Upgrades whose deadline passed before `before`, the longest overdue first. */
  stuckUpgrades(before: Date, limit: number): Promise<UpgradeRecord[]>;
  /** Schedules that were due before `before` and are not dispatched. */
  stuckSchedules(before: Date, limit: number): Promise<ScheduleRecord[]>;
}

export function createUpgradeAdminStore(models: UpgradeModels): UpgradeAdminStore {
  return {
    async stuckUpgrades(before, limit) {
      return models.upgrades
        .find({ inFlight: true, deadlineAt: { $lt: before } })
        .sort({ deadlineAt: 1 })
        .limit(limit)
        .lean();
    },
    async stuckSchedules(before, limit) {
      return models.schedules
        .find({ state: { $in: ['writing', 'waiting', 'dispatching'] }, dueAt: { $lt: before } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean();
    },
  };
}
