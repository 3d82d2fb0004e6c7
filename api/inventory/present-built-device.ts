import Joi from 'joi';
import type { BuiltDevice } from '../../shared/inventory/stores/master-store.js';

/** A record of the manufacturer's list: whether it is claimed, never by whom. */
export function presentBuiltDevice(device: BuiltDevice) {
  return {
    mac_id: device._id,
    router_serial_number: device.routerSerialNumber,
    hardware_part_number: device.partNumber,
    hp_name: device.hpName,
    is_switch: device.isSwitch,
    claimed: device.claimed,
  };
}

export const builtDeviceSchema = Joi.object({
  mac_id: Joi.string().required(),
  router_serial_number: Joi.string().allow('').required(),
  hardware_part_number: Joi.string().required(),
  hp_name: Joi.string().allow('').required(),
  is_switch: Joi.boolean().required(),
  claimed: Joi.boolean().required(),
});
