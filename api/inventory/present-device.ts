import Joi from 'joi';
import { downAfterOf, isUp, wireTimestamp as toWire } from '../../shared/status/domain/heartbeat-time.js';
import type { UplinkRecord } from '../../shared/inventory/models/uplink.js';
import type { DeviceView } from '../../shared/inventory/stores/device-store.js';
import { wireTimestamp } from '../http/fields.js';

/** One device as lists, provisioning and move show it (docs/interface.md#the-device). */
export function presentDevice({ device, lastHeartbeatAt }: DeviceView, now: Date, downAfterS: number) {
  return {
    id: device._id,
    name: device.name,
    mac_id: device.macId,
    router_serial_number: device.routerSerialNumber,
    firmware_version: device.firmwareVersion,
    network_name: device.networkName,
    tags: device.tags.map((tag) => ({ id: tag.id, name: tag.name })),
    location_network_id: device.locationNetworkId,
    organisation_id: device.organisationId,
    activated_on: toWire(device.activatedOn),
    hp_name: device.hpName,
    external_guid: device.externalGuid,
    last_hb_on: toWire(lastHeartbeatAt),
    is_up: isUp(lastHeartbeatAt, now, downAfterOf(device, downAfterS)),
  };
}

/** What `ui` adds. */
export function presentDeviceForUi(
  view: DeviceView,
  uplinks: readonly UplinkRecord[],
  now: Date,
  downAfterS: number,
) {
  return {
    ...presentDevice(view, now, downAfterS),
    hardware_part_number: view.device.partNumber,
    is_switch: view.device.isSwitch,
    public_ip: view.publicIp,
    uplinks: uplinks.map((uplink) => ({
      id: uplink._id,
      uplink_type: uplink.uplinkType,
      details: uplink.details,
    })),
  };
}

type Shown = ReturnType<typeof presentDevice>;
type ShownForUi = ReturnType<typeof presentDeviceForUi>;

export const deviceSchema = Joi.object({
  id: Joi.number().integer().required(),
  name: Joi.string().allow('').required(),
  mac_id: Joi.string().required().example('02:00:5E:10:00:01'),
  router_serial_number: Joi.string().allow('').required(),
  firmware_version: Joi.string().allow('').required(),
  network_name: Joi.string().allow('', null).required(),
  tags: Joi.array()
    .items(Joi.object({ id: Joi.number().integer().required(), name: Joi.string().allow('').required() }))
    .required(),
  location_network_id: Joi.number().integer().allow(null).required(),
  organisation_id: Joi.number().integer().required(),
  activated_on: wireTimestamp.required(),
  hp_name: Joi.string().allow('').required(),
  external_guid: Joi.string().allow('', null).required(),
  last_hb_on: wireTimestamp.required(),
  is_up: Joi.boolean().allow(null).required(),
} satisfies Record<keyof Shown, Joi.Schema>);

export const uiDeviceSchema = deviceSchema.keys({
  hardware_part_number: Joi.string(),
  is_switch: Joi.boolean(),
  public_ip: Joi.string().allow(null),
  uplinks: Joi.array().items(
    Joi.object({ id: Joi.number().integer(), uplink_type: Joi.string(), details: Joi.object().unknown() }),
  ),
} satisfies Record<Exclude<keyof ShownForUi, keyof Shown>, Joi.Schema>);
