import type { UpgradeModels } from '../models/models.js';
import type { ScheduleRecord } from '../models/schedule.js';
import type { UpgradeRecord } from '../models/upgrade.js';

/** Overdue upgrades for the command line: no caller's scope, and no HTTP reaches it. */
export function createUpgradeAdminStore(models: UpgradeModels) {
  return {
    /** Upgrades whose deadline passed before `before`, the longest overdue first. */
    async stuckUpgrades(before: Date, limit: number): Promise<UpgradeRecord[]> {
      return models.upgrades
        .find({ inFlight: true, deadlineAt: { $lt: before } })
        .sort({ deadlineAt: 1 })
        .limit(limit)
        .lean();
    },
    /** Schedules that were due before `before` and are not dispatched. */
    async stuckSchedules(before: Date, limit: number): Promise<ScheduleRecord[]> {
      return models.schedules
        .find({ state: { $in: ['writing', 'waiting', 'dispatching'] }, dueAt: { $lt: before } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean();
    },
  };
}
