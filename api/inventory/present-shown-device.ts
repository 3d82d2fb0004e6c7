import Joi from 'joi';
import { presentRadio } from '../../shared/configuration/records/domain/radio-settings.js';
import type { ConfiguredPort } from '../../shared/inventory/models/switch-configuration.js';
import type { DeviceRecord } from '../../shared/inventory/models/device.js';
import type { DeviceStateRecord } from '../../shared/inventory/models/device-state.js';
import type { DeviceView } from '../../shared/inventory/stores/device-store.js';
import { DEVICE_STATES, downAfterOf, stateAt } from '../../shared/status/domain/heartbeat-time.js';
import { shownRadioSchema } from './present-radio.js';
import { measuredSchemas, presentMeasured } from '../status/present-measured.js';
import { portSchema, presentPort } from '../status/present-current-status.js';

/** A device as /v1/devices shows it. */
export function presentShownDevice(
  { device, lastHeartbeatAt, publicIp }: DeviceView,
  now: Date,
  downAfterS: number,
) {
  return {
    id: device._id,
    name: device.name,
    mac_id: device.macId,
    serial_number: device.routerSerialNumber,
    part_number: device.partNumber,
    hardware_name: device.hpName,
    is_switch: device.isSwitch,
    version: device.firmwareVersion,
    network_id: device.locationNetworkId,
    network_name: device.networkName,
    tags: device.tags.map(({ id, name }) => ({ id, name })),
    state: stateAt(lastHeartbeatAt, now, downAfterOf(device, downAfterS)),
    last_heard_at: lastHeartbeatAt?.toISOString() ?? null,
    public_ip: publicIp,
    external_guid: device.externalGuid,
    notes: device.notes ?? '',
    activated_at: device.activatedOn?.toISOString() ?? null,
    revision: device.revision,
  };
}

/** With what only the device itself shows. */
export function presentDeviceDetail(
  view: DeviceView & { readonly device: Pick<DeviceRecord, 'radio'> },
  { state, configuredPorts }: { state: DeviceStateRecord | null; configuredPorts: ConfiguredPort[] | null },
  now: Date,
  downAfterS: number,
) {
  const ports = view.device.isSwitch ? (state?.ports ?? []) : null;
  return {
    ...presentShownDevice(view, now, downAfterS),
    radio: presentRadio(view.device.radio),
    uptime_s: state?.uptimeS ?? null,
    ...presentMeasured(state),
    ports: ports && ports.map((port) => presentPort(port, configuredPorts ?? [])),
  };
}

const whole = Joi.number().integer().required();
const text = Joi.string().allow('').required();

export const shownDeviceSchema = Joi.object({
  id: whole,
  name: text,
  mac_id: text,
  serial_number: text,
  part_number: text,
  hardware_name: text,
  is_switch: Joi.boolean().required(),
  version: text.description('That it runs'),
  network_id: whole.allow(null),
  network_name: text.allow(null),
  tags: Joi.array()
    .items(Joi.object({ id: whole, name: text }))
    .required(),
  state: Joi.string()
    .valid(...DEVICE_STATES)
    .required(),
  last_heard_at: Joi.string().isoDate().allow(null).required(),
  public_ip: text.allow(null),
  external_guid: text.allow(null),
  notes: text.description('What people have written about it'),
  activated_at: Joi.string().isoDate().allow(null).required(),
  revision: whole.description('Also the ETag'),
} satisfies Record<keyof ReturnType<typeof presentShownDevice>, Joi.Schema>);

export const deviceDetailSchema = shownDeviceSchema.keys({
  radio: shownRadioSchema.required().description('Goes before that of its network'),
  uptime_s: Joi.number().allow(null).required(),
  ...measuredSchemas,
  ports: Joi.array().items(portSchema).allow(null).required().description('Of a switch; null for others'),
});
