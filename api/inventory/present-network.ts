import Joi from 'joi';
import { WEEKDAYS } from '../../shared/inventory/domain/network-hours.js';
import type { NetworkRecord } from '../../shared/inventory/models/network.js';

/** A network as list_networks and update_network show it. */
export function presentNetwork({ _id, networkName, timeZone, windows, deviceCount }: NetworkRecord) {
  return {
    id: _id,
    network_name: networkName,
    time_zone: timeZone ?? null,
    windows: windows ?? null,
    device_count: deviceCount,
  };
}

/** The windows of a response. */
export const windowsSchema = Joi.array().items(
  Joi.object({
    days: Joi.array()
      .items(Joi.string().valid(...WEEKDAYS))
      .required(),
    from: Joi.string().required(),
    to: Joi.string().required(),
  }),
);

export const networkSchema = Joi.object({
  id: Joi.number().integer().required(),
  network_name: Joi.string().allow('').required(),
  time_zone: Joi.string().allow(null).required().description('Null: that of the rollout'),
  windows: windowsSchema.allow(null).required().description('Null: those of the rollout'),
  device_count: Joi.number().integer().required(),
});
