import { BANDS, type Band } from '../../configuration/records/domain/radio-channels.js';

/** One radio as the device reports it; null: not reported. */
export interface ReportedRadio {
  readonly name: string | null;
  readonly band: Band | null;
  /** Whether the device's configuration switches it on. */
  readonly on: boolean | null;
  /** Whether it is on the air. */
  readonly up: boolean | null;
  readonly channel: number | null;
  readonly widthMhz: number | null;
  /** The share of time in which the channel is busy. */
  readonly busyPercent: number | null;
  readonly clients: number | null;
  /** Counts crashes of its firmware. */
  readonly crashes: number | null;
}

/** Radios and clients as a device reports them. Only counts: no address of a client. Null: not reported. */
export interface ReportedWifi {
  readonly radios: readonly ReportedRadio[];
  /** Of all radios; their sum, unless the device counts them itself. */
  readonly clients: number | null;
  /** Count clients that have joined, and attempts that failed. */
  readonly joined: number | null;
  readonly refused: number | null;
  /** Count what clients sent and received. */
  readonly rxBytes: number | null;
  readonly txBytes: number | null;
}

export const MAX_RADIOS = 8;
export const MAX_RADIO_NAME = 32;
const UNCLEAN = /[\p{Cc}\p{Surrogate}]/gu;

/** What is wrong with a reported value, and where. */
export class ReportFault extends Error {
  constructor(
    readonly path: readonly (string | number)[],
    message: string,
  ) {
    super(message);
  }
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads `wifi` of a heartbeat. It is written by hand because a schema of radios costs as much as the rest of the heartbeat.
 * Unknown members are ignored; absent ones are null.
 * @throws ReportFault
 */
export function readWifi(value: unknown): ReportedWifi {
  const wifi = members(value, []);
  const radios = wifi['radios'] ?? [];
  if (!Array.isArray(radios)) throw new ReportFault(['radios'], 'must be an array');
  if (radios.length > MAX_RADIOS)
    throw new ReportFault(['radios'], `must have at most ${MAX_RADIOS} entries`);
  const read = radios.map((radio: unknown, index) => readRadio(radio, ['radios', index]));
  return {
    radios: read,
    clients: count(wifi, 'clients', []) ?? sumOfClients(read),
    joined: count(wifi, 'joined', []),
    refused: count(wifi, 'refused', []),
    rxBytes: count(wifi, 'rx_bytes', []),
    txBytes: count(wifi, 'tx_bytes', []),
  };
}

function sumOfClients(radios: readonly ReportedRadio[]): number | null {
  const counted = radios.flatMap(({ clients }) => clients ?? []);
  return counted.length === 0 ? null : counted.reduce((sum, one) => sum + one, 0);
}

function readRadio(value: unknown, path: readonly (string | number)[]): ReportedRadio {
  const radio = members(value, path);
  return {
    name: nameOf(radio, path),
    band: bandOf(radio, path),
    on: flag(radio, 'on', path),
    up: flag(radio, 'up', path),
    channel: count(radio, 'channel', path, 65_535),
    widthMhz: count(radio, 'width_mhz', path, 65_535),
    busyPercent: number(radio, 'busy_percent', path, 100),
    clients: count(radio, 'clients', path),
    crashes: count(radio, 'crashes', path),
  };
}

function members(value: unknown, path: readonly (string | number)[]): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ReportFault(path, 'must be an object');
  return value as Members;
}

function nameOf(radio: Members, path: readonly (string | number)[]): string | null {
  const { name = null } = radio;
  if (name === null) return null;
  if (typeof name !== 'string') throw new ReportFault([...path, 'name'], 'must be a string');
  return name.slice(0, MAX_RADIO_NAME).replace(UNCLEAN, '\uFFFD');
}

function bandOf(radio: Members, path: readonly (string | number)[]): Band | null {
  const { band = null } = radio;
  if (band === null || BANDS.includes(band as Band)) return band as Band | null;
  throw new ReportFault([...path, 'band'], `must be one of [${BANDS.join(', ')}]`);
}

function flag(from: Members, name: string, path: readonly (string | number)[]): boolean | null {
  const value = from[name] ?? null;
  if (value === null || typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new ReportFault([...path, name], 'must be a boolean');
}

/** A whole number. */
function count(
  from: Members,
  name: string,
  path: readonly (string | number)[],
  most = Number.MAX_SAFE_INTEGER,
): number | null {
  const value = number(from, name, path, most);
  if (value !== null && !Number.isInteger(value))
    throw new ReportFault([...path, name], 'must be an integer');
  return value;
}

function number(
  from: Members,
  name: string,
  path: readonly (string | number)[],
  most: number,
): number | null {
  const given = from[name] ?? null;
  if (given === null) return null;
  // A form has texts only.
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  if (typeof value !== 'number' || Number.isNaN(value))
    throw new ReportFault([...path, name], 'must be a number');
  if (value < 0) throw new ReportFault([...path, name], 'must be greater than or equal to 0');
  if (value > most) throw new ReportFault([...path, name], `must be less than or equal to ${most}`);
  return value;
}
