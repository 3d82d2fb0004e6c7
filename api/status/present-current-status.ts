import Joi from 'joi';
import { downAfterOf, isUp } from '../../shared/status/domain/heartbeat-time.js';
import type { ReportedPort } from '../../shared/inventory/domain/reported-port.js';
import type { ConfiguredPort } from '../../shared/inventory/models/switch-configuration.js';
import type { CurrentStatus } from '../../shared/status/operations/current-status.js';

/** The live status of one device; a switch also has its ports, null without a configuration (docs/interface.md#current_status). */
export function presentCurrentStatus(
  { device, state, configuredPorts }: CurrentStatus,
  now: Date,
  downAfterS: number,
) {
  const heardAt = state?.lastHeartbeatAt ?? null;
  const data = {
    name: device.name,
    device_status: isUp(heardAt, now, downAfterOf(device, downAfterS)) === true ? 'UP' : 'DOWN',
    firmware_version: state?.firmwareVersion ?? device.firmwareVersion,
    network_name: device.networkName,
    hardware_model: device.hpName,
    public_ip: state?.publicIp ?? null,
    last_seen_time: heardAt === null ? null : Math.floor(heardAt.getTime() / 1000),
  };
  if (!device.isSwitch) return { status: 200, data };
  if (configuredPorts === null) return { status: 200, data, port_status: null };
  const ports = state?.ports ?? [];
  return { status: 200, data, port_status: ports.map((port) => presentPort(port, configuredPorts)) };
}

/** Devices count their ports from 0, configurations from 1. */
export function presentPort(port: ReportedPort, configuredPorts: readonly ConfiguredPort[]) {
  const number = port.number + 1;
  return {
    name: configuredPorts.find(({ portNumber }) => portNumber === number)?.name ?? null,
    status: port.status,
    port_no: number,
    speed: port.speed,
    up_time: port.upTime,
    duplex: port.duplex,
    total_usage: port.totalUsage && { rx: port.totalUsage.rx, tx: port.totalUsage.tx },
    rate: port.rate && { tx: port.rate.tx, rx: port.rate.rx },
    multicast: port.multicast,
    power: port.power,
  };
}

const reported = Joi.alternatives().try(Joi.string().allow(''), Joi.number()).allow(null).required();
const traffic = Joi.object({ rx: Joi.number().required(), tx: Joi.number().required() })
  .allow(null)
  .required();

export const portSchema = Joi.object({
  name: Joi.string().allow('', null).required(),
  status: Joi.string().valid('UP', 'DOWN').required(),
  port_no: Joi.number().integer().min(1).required(),
  speed: reported,
  up_time: reported,
  duplex: Joi.string().allow('', null).required(),
  total_usage: traffic,
  rate: traffic,
  multicast: reported,
  power: reported,
});

export const currentStatusSchema = Joi.object({
  status: Joi.number().valid(200).required(),
  data: Joi.object({
    name: Joi.string().allow('').required(),
    device_status: Joi.string().valid('UP', 'DOWN').required(),
    firmware_version: Joi.string().allow('').required(),
    network_name: Joi.string().allow('', null).required(),
    hardware_model: Joi.string().allow('').required(),
    public_ip: Joi.string().allow(null).required(),
    last_seen_time: Joi.number().integer().allow(null).required().description('Seconds since 1970, UTC'),
  }).required(),
  port_status: Joi.array().items(portSchema).allow(null),
});
