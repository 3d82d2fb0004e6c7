import Joi from 'joi';
import { DEVICE_ACTIONS, type DeviceCommandRecord } from '../../shared/inventory/domain/device-command.js';
import { reported, reportedText, versionText } from '../../shared/platform/values/texts.js';
import { reportedPort, reportedPorts, type PortInput } from '../../shared/inventory/domain/reported-port.js';
import {
  reportedConfiguration,
  toConfigurationReport,
  type ReportedConfigurationInput,
} from '../configuration/reported-configuration.js';
import { endpoint } from '../http/endpoint.js';
import type { Measurements } from '../../shared/inventory/domain/measured.js';
import { PATHS } from '../paths.js';
import {
  documentedMeasurements,
  reportedMeasurements,
  type MeasurementInput,
} from './reported-measurements.js';
import { authenticateByMac, deviceMac, macOf, requireDeviceKey } from '../status/device-key.js';

const fields = {
  mac_id: Joi.string().max(64).custom(deviceMac).required(),
  firmware_version: reported(versionText).required(),
  uptime_s: Joi.number().min(0).max(Number.MAX_SAFE_INTEGER).allow(null),
  ports: reportedPorts,
  upgrade: Joi.object({
    id: Joi.number().integer().min(0).required(),
    state: Joi.string().valid('downloading', 'installing', 'success', 'failure', 'aborted').required(),
    progress: Joi.number().min(0).max(100).allow(null),
    message: reportedText(1000).allow('', null),
  }).allow(null),
  configuration: reportedConfiguration,
};

interface Input extends MeasurementInput {
  mac_id: string;
  firmware_version: string;
  uptime_s?: number | null;
  ports?: PortInput[] | null;
  upgrade?: {
    id: number;
    state: 'downloading' | 'installing' | 'success' | 'failure' | 'aborted';
    progress?: number | null;
    message?: string | null;
  } | null;
  configuration?: ReportedConfigurationInput | null;
}

export const heartbeatEndpoint = endpoint<Input>({
  operation: 'heartbeat',
  summary: 'A device reports that it lives, what it runs and how its upgrade goes, and learns what to do',
  family: 'device',
  access: 'device',
  changes: true,
  routes: PATHS.heartbeat,
  input: Joi.object({ ...fields, ...reportedMeasurements }),
  documented: Joi.object({ ...fields, ...documentedMeasurements }),
  output: {
    200: Joi.object({
      status: Joi.number().valid(200).required(),
      server_time: Joi.string().isoDate().required(),
      next_heartbeat_in: Joi.number().integer().required().description('Seconds'),
      upgrade: Joi.object({
        id: Joi.number().integer().required(),
        version: Joi.string().required(),
        url: Joi.string().required(),
        sha256: Joi.string().hex().length(64).allow(null).required().description('Of the file behind url'),
        size: Joi.number().integer().allow(null).required().description('Of the file behind url, in bytes'),
        signature: Joi.string()
          .allow(null)
          .required()
          .description('Of the file behind url, as it was published; in the format of the device maker'),
        save_prev_config: Joi.boolean().required(),
      })
        .allow(null)
        .required(),
      abort: Joi.number()
        .integer()
        .description('The id of the upgrade whose download the device has to stop'),
      configuration: Joi.object({
        confirmed: Joi.string()
          .allow(null)
          .required()
          .description('The reported revision, once the report is stored'),
        fetch: Joi.boolean().required(),
      }).description('For devices that report their configuration'),
      command: Joi.object({
        id: Joi.number().integer().required(),
        action: Joi.string()
          .valid(...DEVICE_ACTIONS)
          .required(),
        seconds: Joi.number().integer().allow(null).required().description('How long it blinks'),
      }).description('What a caller has asked of the device; it is sent once'),
    }),
  },
  refusals: ['unauthenticated', 'deviceNotFound', 'overloaded'],
  authorize: requireDeviceKey,
  // A device that is remembered is authenticated again when the heartbeat is not an ordinary one.
  authenticateDevice(deps, keyHash, raw) {
    const device = deps.deviceMemory.authenticated(macOf(raw), keyHash);
    return device
      ? Promise.resolve({ ...device, isRemembered: true })
      : authenticateByMac(deps, keyHash, raw);
  },
  async handle({ deps, device, input, ip }) {
    const at = deps.now();
    const result = await deps.heartbeats.record({
      macId: input.mac_id,
      ref: { organisationId: device.organisationId, deviceId: device.deviceId },
      authentication: { keyHash: device.keyHash, isRemembered: device.isRemembered === true },
      at,
      publicIp: ip,
      firmwareVersion: input.firmware_version,
      uptimeS: input.uptime_s ?? null,
      ports: input.ports?.map(reportedPort) ?? null,
      report: input.upgrade
        ? {
            id: input.upgrade.id,
            state: input.upgrade.state,
            progress: input.upgrade.progress ?? undefined,
            message: input.upgrade.message ?? undefined,
          }
        : null,
      configuration: input.configuration ? toConfigurationReport(input.configuration) : null,
      measured: measurements(input),
    });
    if ('refused' in result) throw result.refused;
    const { order, abort, configuration, command } = result;
    const upgrade = order && {
      id: order.id,
      version: order.version,
      url: order.url,
      sha256: order.sha256,
      size: order.size,
      signature: order.signature,
      save_prev_config: order.savePrevConfig,
    };
    const next_heartbeat_in = deps.env.heartbeatIntervalS;
    return {
      status: 200,
      body: {
        status: 200,
        server_time: at.toISOString(),
        next_heartbeat_in,
        upgrade,
        ...(abort === null ? {} : { abort }),
        ...(configuration === null ? {} : { configuration }),
        ...(command === null ? {} : { command: presentCommand(command) }),
      },
    };
  },
});

function presentCommand({ id, action, seconds }: DeviceCommandRecord) {
  return { id, action, seconds };
}

/** Null for a device that measures nothing. */
function measurements({
  wifi = null,
  mem_free_kb: memFreeKb = null,
  load_percent: loadPercent = null,
  boot = null,
}: MeasurementInput): Measurements | null {
  if (wifi === null && memFreeKb === null && loadPercent === null && boot === null) return null;
  return { wifi, memFreeKb, loadPercent, boot };
}
