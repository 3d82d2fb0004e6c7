import Joi from 'joi';
import { MAINTENANCE_STATUSES, type Maintenance } from '../../shared/upgrades/domain/maintenance.js';
import { isoSeconds } from '../../shared/platform/values/iso-time.js';

/** Why a device may be away, and until when (docs/rollouts.md#maintenance). */
export function presentMaintenance({ upgradeId, rolloutId, until }: Maintenance) {
  return { upgrade_id: upgradeId, rollout_id: rolloutId, until: isoSeconds(until) };
}

/** An upgrade in maintenance in the list. */
export function presentListedMaintenance(maintenance: Maintenance) {
  const { macId, deviceName, networkId, status, isSwitch } = maintenance;
  return {
    ...presentMaintenance(maintenance),
    status,
    mac_id: macId,
    device_name: deviceName,
    network_id: networkId,
    covers: isSwitch && networkId !== null ? 'network' : 'device',
  };
}

const upgrade = {
  upgrade_id: Joi.number().integer().required(),
  rollout_id: Joi.number().integer().allow(null).required().description('Null for a plain upgrade'),
  until: Joi.string().isoDate().required().description('The deadline of the step'),
};

export const maintenanceSchema = Joi.object(upgrade);

export const listedMaintenanceSchema = Joi.object({
  ...upgrade,
  status: Joi.string()
    .valid(...MAINTENANCE_STATUSES)
    .required(),
  mac_id: Joi.string().required(),
  device_name: Joi.string().allow('').required(),
  network_id: Joi.number().integer().allow(null).required(),
  covers: Joi.string()
    .valid('device', 'network')
    .required()
    .description('Which devices it covers: this one, or for a switch all of its network'),
});
