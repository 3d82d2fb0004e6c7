import Joi from 'joi';
import type { UpgradeRecord } from '../../shared/upgrades/models/upgrade.js';
import { presentUpgrade } from './present-upgrade.js';

/** One row of the upgrade table (docs/interface.md#upgrade_list). */
export function presentUpgradeRow(upgrade: UpgradeRecord) {
  const shown = presentUpgrade(upgrade);
  return {
    id: shown.id,
    version: shown.version,
    aps: shown.aps,
    mac_id: [upgrade.macId],
    device_names: [upgrade.deviceName],
    router_inventory_ids: [upgrade.routerInventoryId],
    schedule_type: shown.schedule_type,
    schedule_at: shown.schedule_at,
    time_zone: shown.time_zone,
    status: shown.status,
    created_at: shown.created_at,
    updated_at: shown.updated_at,
  };
}

export const upgradeRowSchema = Joi.object({
  id: Joi.number().integer().required(),
  version: Joi.string().required(),
  aps: Joi.string().required(),
  mac_id: Joi.array().items(Joi.string()).required(),
  device_names: Joi.array().items(Joi.string().allow('')).required(),
  router_inventory_ids: Joi.array().items(Joi.number().integer()).required(),
  schedule_type: Joi.string().required(),
  schedule_at: Joi.string().isoDate().allow(null).required(),
  time_zone: Joi.string().allow(null).required(),
  status: Joi.string().required(),
  created_at: Joi.string().isoDate().required(),
  updated_at: Joi.string().isoDate().required(),
});
