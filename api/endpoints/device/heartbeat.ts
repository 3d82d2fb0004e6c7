import Joi from 'joi';
import { canonicalMac } from '../../../shared/domain/mac.js';
import { AppError } from '../../../shared/errors/app-error.js';
import type { ReportedPort } from '../../../shared/models/device-state.js';
import { endpoint } from '../../endpoint.js';
import { PATHS } from '../../paths.js';

interface PortInput {
  number: number;
  status: 'UP' | 'DOWN';
  speed?: string | number | null;
  up_time?: string | number | null;
  duplex?: string | null;
  total_usage?: { rx: number; tx: number } | null;
  rate?: { rx: number; tx: number } | null;
  multicast?: string | number | null;
  power?: string | number | null;
}

interface Input {
  mac_id: string;
  firmware_version: string;
  uptime_s?: number | null;
  ports?: PortInput[] | null;
  upgrade?: {
    id: number;
    state: 'downloading' | 'installing' | 'success' | 'failure';
    progress?: number | null;
    message?: string | null;
  } | null;
}

const MOST_PORTS = 256;
const counter = Joi.number().min(0).max(Number.MAX_SAFE_INTEGER);
const reading = Joi.alternatives(Joi.number(), Joi.string().allow('').max(64)).allow(null);
const pair = Joi.object({ rx: counter.required(), tx: counter.required() }).allow(null);

const port = Joi.object({
  number: Joi.number().integer().min(0).max(4095).required().description('Zero-based'),
  status: Joi.string().valid('UP', 'DOWN').required(),
  speed: reading,
  up_time: reading,
  duplex: Joi.string().allow('', null).max(32),
  total_usage: pair,
  rate: pair,
  multicast: reading,
  power: reading,
});

const macId: Joi.CustomValidator<string> = (value) => {
  const mac = canonicalMac(value);
  if (mac === null) throw new Error('it is not a MAC');
  return mac;
};

export const heartbeatEndpoint = endpoint<Input>({
  operation: 'heartbeat',
  summary: 'A device reports that it lives, what it runs and how its upgrade goes, and learns what to do',
  family: 'device',
  access: 'device',
  changes: true,
  routes: PATHS.heartbeat,
  input: Joi.object({
    mac_id: Joi.string().max(64).custom(macId).required(),
    firmware_version: Joi.string().trim().max(128).required(),
    uptime_s: Joi.number().min(0).max(Number.MAX_SAFE_INTEGER).allow(null),
    ports: Joi.array().items(port).max(MOST_PORTS).unique('number').allow(null),
    upgrade: Joi.object({
      id: Joi.number().integer().min(0).required(),
      state: Joi.string().valid('downloading', 'installing', 'success', 'failure').required(),
      progress: Joi.number().min(0).max(100).allow(null),
      message: Joi.string().allow('', null).max(1000),
    }).allow(null),
  }),
  output: {
    200: Joi.object({
      status: Joi.number().valid(200).required(),
      server_time: Joi.string().isoDate().required(),
      next_heartbeat_in: Joi.number().integer().required().description('Seconds'),
      upgrade: Joi.object({
        id: Joi.number().integer().required(),
        version: Joi.string().required(),
        url: Joi.string().required(),
        save_prev_config: Joi.boolean().required(),
      })
        .allow(null)
        .required(),
    }),
  },
  refusals: ['unauthenticated', 'deviceNotFound', 'overloaded'],
  authorize({ bearer }) {
    if (bearer === '') throw new AppError('unauthenticated', { text: 'A device key is required' });
  },
  async handle({ deps, input, ip, bearer }) {
    const at = deps.now();
    const result = await deps.heartbeats.add(input.mac_id, {
      macId: input.mac_id,
      deviceKey: bearer,
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
    });
    if ('refused' in result) throw result.refused;
    const { order } = result;
    const upgrade = order && {
      id: order.id,
      version: order.version,
      url: order.url,
      save_prev_config: order.savePrevConfig,
    };
    const next_heartbeat_in = deps.env.heartbeatIntervalS;
    return { status: 200, body: { status: 200, server_time: at.toISOString(), next_heartbeat_in, upgrade } };
  },
});

function reportedPort(input: PortInput): ReportedPort {
  return {
    number: input.number,
    status: input.status,
    speed: input.speed ?? null,
    upTime: input.up_time ?? null,
    duplex: input.duplex ?? null,
    totalUsage: input.total_usage ?? null,
    rate: input.rate ?? null,
    multicast: input.multicast ?? null,
    power: input.power ?? null,
  };
}
