import Joi from 'joi';
import { shownScheduleAt } from '../../shared/upgrades/domain/upgrade-search.js';
import { shownStatus, UPGRADE_STATUSES } from '../../shared/upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../shared/upgrades/models/upgrade.js';

/** One upgrade as index and show return it (docs/interface.md#upgrades-index). */
export function presentUpgrade(upgrade: UpgradeRecord) {
  return {
    id: upgrade._id,
    version: upgrade.version,
    aps: `AP:${upgrade.routerInventoryId}`,
    upgrade_type: upgrade.upgradeType,
    schedule_type: upgrade.scheduleType,
    schedule_at: shownScheduleAt(upgrade.scheduleType, upgrade.dueAt, upgrade.timeZone),
    time_zone: upgrade.timeZone,
    save_prev_config: upgrade.savePrevConfig,
    status: shownStatus(upgrade.status),
    created_at: upgrade.createdAt.toISOString(),
    updated_at: upgrade.updatedAt.toISOString(),
    organisation_id: upgrade.organisationId,
    router_inventory_id: upgrade.routerInventoryId,
    progress: upgrade.progress,
    attempts: upgrade.attempts,
    message: upgrade.message,
  };
}

export const upgradeSchema = Joi.object({
  id: Joi.number().integer().required(),
  version: Joi.string().required(),
  aps: Joi.string()
    .pattern(/^AP:\d+$/)
    .required(),
  upgrade_type: Joi.string().required(),
  schedule_type: Joi.string().valid('now', 'later').required(),
  schedule_at: Joi.string().isoDate().allow(null).required(),
  time_zone: Joi.string().allow(null).required(),
  save_prev_config: Joi.boolean().required(),
  status: Joi.string()
    .valid(...UPGRADE_STATUSES)
    .required(),
  created_at: Joi.string().isoDate().required(),
  updated_at: Joi.string().isoDate().required(),
  organisation_id: Joi.number().integer().required(),
  router_inventory_id: Joi.number().integer().required(),
  progress: Joi.number().allow(null).required(),
  attempts: Joi.number().integer().required(),
  message: Joi.string().allow('', null).required(),
});

/** The body of an answer that has only a message and its status. */
export const upgradeMessage = (status: number) =>
  Joi.object({ message: Joi.string().required(), status: Joi.number().valid(status).required() });
