import Joi from 'joi';
import { UPGRADE_STATUSES } from '../../shared/upgrades/domain/upgrade-status.js';
import type { ListedSchedule } from '../../shared/upgrades/operations/list/visible-schedules.js';

/** One schedule as lists show it; only statuses that occur are counted. */
export function presentSchedule({ schedule, targets, counts }: ListedSchedule) {
  return {
    id: schedule._id,
    version: schedule.version,
    targets: targets.map(({ kind, id, name }) => ({ kind, id, name })),
    target_count: schedule.targetCount,
    schedule_type: schedule.scheduleType,
    due_at: schedule.dueAt.toISOString(),
    time_zone: schedule.timeZone,
    save_prev_config: schedule.savePrevConfig,
    released: schedule.state === 'dispatched',
    counts,
    created_at: schedule.createdAt.toISOString(),
  };
}

const count = Joi.number().integer().min(1);

export const listedScheduleSchema = Joi.object({
  id: Joi.number().integer().required(),
  version: Joi.string().required(),
  targets: Joi.array()
    .items(
      Joi.object({
        kind: Joi.string().valid('device', 'network', 'tag').required(),
        id: Joi.number().integer().required(),
        name: Joi.string().allow('').required(),
      }),
    )
    .required(),
  target_count: Joi.number().integer().required(),
  schedule_type: Joi.string().valid('now', 'later').required(),
  due_at: Joi.string().isoDate().required(),
  time_zone: Joi.string().allow(null).required(),
  save_prev_config: Joi.boolean().required(),
  released: Joi.boolean().required(),
  counts: Joi.object(Object.fromEntries(UPGRADE_STATUSES.map((status) => [status, count]))).required(),
  created_at: Joi.string().isoDate().required(),
});
