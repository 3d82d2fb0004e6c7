import Joi from 'joi';
import { reportedText } from '../../platform/values/texts.js';

/** One port as the device reports it; `number` is zero-based. */
export interface ReportedPort {
  number: number;
  status: 'UP' | 'DOWN';
  speed: string | number | null;
  upTime: string | number | null;
  duplex: string | null;
  totalUsage: { rx: number; tx: number } | null;
  rate: { tx: number; rx: number } | null;
  multicast: string | number | null;
  power: string | number | null;
}

/** A port as heartbeats and fleet files write it. */
export interface PortInput {
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

const MAX_PORTS = 256;
const counter = Joi.number().min(0).max(Number.MAX_SAFE_INTEGER);
const reading = Joi.alternatives(Joi.number(), reportedText(64).allow('')).allow(null);
const pair = Joi.object({ rx: counter.required(), tx: counter.required() }).allow(null);

const port = Joi.object({
  number: Joi.number().integer().min(0).max(4095).required().description('Zero-based'),
  status: Joi.string().valid('UP', 'DOWN').required(),
  speed: reading,
  up_time: reading,
  duplex: reportedText(32).allow('', null),
  total_usage: pair,
  rate: pair,
  multicast: reading,
  power: reading,
});

/** At most 256 ports, each number once. */
export const reportedPorts = Joi.array().items(port).max(MAX_PORTS).unique('number').allow(null);

/** A port as it is stored: absent values are null. */
export function reportedPort(input: PortInput): ReportedPort {
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
