import { MAX_VERSION, reportedPart } from '../../platform/values/texts.js';

/** A message of a device, as far as it is used. Members that carry secrets or the addresses of stations are left out. */
export type Frame = { readonly serial: string } & (
  | {
      readonly kind: 'connect';
      readonly uuid: number;
      readonly firmware: string;
      /** Why the device connects, such as `socket` after a lost connection; empty if it does not say. */
      readonly reason: string;
      readonly capabilities: JsonObject;
    }
  | { readonly kind: 'state'; readonly uuid: number; readonly state: JsonObject }
  | { readonly kind: 'healthcheck'; readonly sanity: number }
  | { readonly kind: 'ping'; readonly uuid: number; readonly active: number | null }
  | {
      readonly kind: 'result';
      readonly id: number;
      readonly uuid: number | null;
      readonly error: number;
      /** What the device has not applied, or warns of. */
      readonly rejected: readonly string[];
    }
  | { readonly kind: 'upgradeEvent'; readonly operation: string; readonly percentage: number | null }
  | { readonly kind: 'other'; readonly method: string }
);

export type JsonObject = Readonly<Record<string, unknown>>;

/** Why a message is dropped. */
export type FrameFault = 'malformed' | 'too_deep' | 'too_large' | 'no_serial';

/** A message before its compressed parameters are inflated. */
export interface Envelope {
  /** Empty for a result. */
  readonly method: string;
  readonly id: unknown;
  readonly content: JsonObject;
  /** The length of the message. */
  readonly length: number;
  /** zlib in base64, in place of the parameters. */
  readonly compressed: string | null;
}

const MAX_DEPTH = 32;
const MAX_TEXT = 256;
const MAX_REJECTED = 256;
/** The capabilities of a device stay in memory for as long as it is connected. */
const MAX_CONNECT = 256 * 1024;

/** Parses a message, whose parameters may be compressed. */
export function readEnvelope(text: string): Envelope | FrameFault {
  const parsed = parseObject(text);
  if (typeof parsed === 'string') return parsed;
  const { method, params, result, id } = parsed;
  const { length } = text;
  if (isObject(result)) return { method: '', id, content: result, length, compressed: null };
  if (typeof method !== 'string' || !isObject(params)) return 'malformed';
  const { compress_64: compressed = null } = params;
  return {
    method,
    id,
    content: params,
    length,
    compressed: typeof compressed === 'string' ? compressed : null,
  };
}

/** The message with its parameters, inflated if they were compressed. */
export function readFrame({ method, id, content, length }: Envelope, inflated?: string): Frame | FrameFault {
  if (method === 'connect' && (inflated?.length ?? length) > MAX_CONNECT) return 'too_large';
  const params = inflated === undefined ? content : parseObject(inflated);
  if (typeof params === 'string') return params;
  const serial = readSerial(params['serial']);
  if (serial === null) return 'no_serial';
  if (method === '') return readResult(serial, id, params);
  return readParams(serial, method, params);
}

function readParams(serial: string, method: string, params: JsonObject): Frame | FrameFault {
  const uuid = wholeNumber(params['uuid']) ?? 0;
  switch (method) {
    case 'connect': {
      const { firmware, reason, capabilities } = params;
      if (typeof firmware !== 'string' || firmware.trim() === '') return 'malformed';
      return {
        kind: 'connect',
        serial,
        uuid,
        firmware: reportedPart(firmware.slice(0, MAX_VERSION)).trim(),
        reason: typeof reason === 'string' ? reportedPart(reason.slice(0, MAX_TEXT)) : '',
        capabilities: isObject(capabilities) ? capabilities : {},
      };
    }
    case 'state':
      return isObject(params['state'])
        ? { kind: 'state', serial, uuid, state: params['state'] }
        : 'malformed';
    case 'healthcheck':
      return { kind: 'healthcheck', serial, sanity: percentage(params['sanity']) ?? 100 };
    case 'ping':
      return { kind: 'ping', serial, uuid, active: wholeNumber(params['active']) };
    case 'event':
      return readEvent(serial, params['data']);
    default:
      return { kind: 'other', serial, method: method.slice(0, MAX_TEXT) };
  }
}

/** Events are `[time, {type, payload}]`. */
function readEvent(serial: string, data: unknown): Frame {
  const event = isObject(data) ? data['event'] : undefined;
  const body: unknown = Array.isArray(event) ? event[1] : undefined;
  if (!isObject(body) || body['type'] !== 'firmware_upgrade_status' || !isObject(body['payload']))
    return { kind: 'other', serial, method: 'event' };
  const { operation, percentage: done } = body['payload'];
  return {
    kind: 'upgradeEvent',
    serial,
    operation: typeof operation === 'string' ? operation : '',
    percentage: percentage(done),
  };
}

function readResult(serial: string, id: unknown, result: JsonObject): Frame | FrameFault {
  const status = result['status'];
  const rpcId = wholeNumber(id);
  const error = isObject(status) ? wholeNumber(status['error']) : null;
  if (rpcId === null || error === null) return 'malformed';
  const texts: unknown = isObject(status) ? status['rejected'] : null;
  const rejected = (Array.isArray(texts) ? (texts as unknown[]) : [])
    .slice(0, MAX_REJECTED)
    .filter((text) => typeof text === 'string')
    .map((text) => text.slice(0, MAX_TEXT));
  return { kind: 'result', serial, id: rpcId, uuid: wholeNumber(result['uuid']), error, rejected };
}

function parseObject(text: string): JsonObject | FrameFault {
  if (isDeeperThan(text, MAX_DEPTH)) return 'too_deep';
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : 'malformed';
  } catch {
    return 'malformed';
  }
}

/** Counts brackets outside texts, before a parser recurses into them. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInText) {
      if (character === '\\') at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readSerial(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT ? value : null;
}

/** Devices write whole numbers as numbers, and some as texts. */
function wholeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : null;
}

function percentage(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : null;
}
