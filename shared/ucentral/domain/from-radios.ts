import type { Band } from '../../configuration/records/domain/radio-channels.js';
import type { Measurements } from '../../inventory/domain/measured.js';
import { reportedPart } from '../../platform/values/texts.js';
import { MAX_RADIO_NAME, MAX_RADIOS, type ReportedRadio } from '../../inventory/domain/reported-wifi.js';
import { isObject, type JsonObject } from './frame.js';

/** As heartbeats by HTTP limit them. */
const MAX_CHANNEL = 65_535;

const BANDS: Readonly<Record<string, Band>> = { '2G': '2g', '5G': '5g', '6G': '6g' };

/** The radios of a device, and the bands on which they should send; null: not known. */
export interface ExpectedRadios {
  /** As in the capabilities, by path. */
  readonly wifi: JsonObject;
  readonly bands: readonly Band[] | null;
}

/**
 * What a state measures: radios with their clients, memory and load. Only counts: no address of a client. A state lists only
 * radios that send, so one that should and is not listed is down.
 */
export function measurementsOf(state: JsonObject, { wifi: phys, bands }: ExpectedRadios): Measurements {
  const unit = memberOf(state, 'unit');
  const radios = listOf(state['radios']);
  const clients = clientsByRadio(state);
  const listed = radios
    .slice(0, MAX_RADIOS)
    .map((radio, index) => radioOf(radio, clients.get(index) ?? 0, bands));
  const read = [...listed, ...missingRadios(radios, phys, bands ?? [])].slice(0, MAX_RADIOS);
  const wifi = {
    radios: read,
    clients: read.reduce((sum, radio) => sum + (radio.clients ?? 0), 0),
    joined: null,
    refused: null,
    rxBytes: null,
    txBytes: null,
  };
  return {
    wifi: read.length === 0 ? null : wifi,
    memFreeKb: freeKb(memberOf(unit ?? {}, 'memory')),
    loadPercent: percentOf(listOfNumbers(unit?.['cpu_load'])[0]),
    boot: null,
  };
}

function radioOf(radio: JsonObject, clients: number, bands: readonly Band[] | null): ReportedRadio {
  const { phy } = radio;
  const [band = null] = bandsNamed(radio['band']);
  return {
    name: typeof phy === 'string' ? nameOf(phy) : null,
    band,
    on: bands && (band === null ? null : bands.includes(band)),
    up: true,
    channel: countOf(radio['channel'], MAX_CHANNEL),
    widthMhz: countOf(radio['channel_width'], MAX_CHANNEL),
    busyPercent: busyOf(radio),
    clients,
    crashes: null,
  };
}

/** The radios of these bands that the state does not list. */
function missingRadios(
  radios: readonly JsonObject[],
  phys: JsonObject,
  bands: readonly Band[],
): ReportedRadio[] {
  const isListed = new Set(radios.map(({ phy }) => phy));
  return Object.keys(phys).flatMap((path): ReportedRadio[] => {
    const phy = memberOf(phys, path);
    const band = bandsNamed(phy?.['band']).find((named) => bands.includes(named));
    if (band === undefined || isListed.has(path)) return [];
    const none = { channel: null, widthMhz: null, busyPercent: null, clients: 0, crashes: null };
    return [{ name: nameOf(path), band, on: true, up: false, ...none }];
  });
}

/** The end of the path of a radio, which tells it from others. */
function nameOf(path: string): string {
  return reportedPart(path.slice(-MAX_RADIO_NAME));
}

function bandsNamed(value: unknown): Band[] {
  const named = Array.isArray(value) ? (value as unknown[]) : [value];
  return named.flatMap((name) => (typeof name === 'string' ? (BANDS[name.toUpperCase()] ?? []) : []));
}

/** The share of time in which the channel is busy, as one of three generations of firmware says it. */
function busyOf(radio: JsonObject): number | null {
  const said = percentOf(radio['chanUtil']);
  if (said !== null) return said;
  const [frequency] = listOfNumbers(radio['frequency']);
  const survey = listOf(radio['survey']).find((entry) => entry['frequency'] === frequency);
  const [busy, time] = survey ? [survey['busy'], survey['time']] : [radio['busy_ms'], radio['active_ms']];
  const [busyMs, activeMs] = [countOf(busy), countOf(time)];
  return busyMs === null || !activeMs ? null : percentOf(Math.round((100 * busyMs) / activeMs));
}

/** The associated stations of all SSIDs, by the index of their radio. */
function clientsByRadio(state: JsonObject): Map<number, number> {
  const clients = new Map<number, number>();
  for (const { ssids } of listOf(state['interfaces']))
    for (const ssid of listOf(ssids)) {
      const radio = memberOf(ssid, 'radio');
      const reference = radio?.['$ref'] ?? radio?.['ref'];
      const [, index] = typeof reference === 'string' ? (/^#\/radios\/(\d+)$/.exec(reference) ?? []) : [];
      if (index === undefined || (ssid['mode'] !== undefined && ssid['mode'] !== 'ap')) continue;
      const at = Number(index);
      clients.set(at, (clients.get(at) ?? 0) + listOf(ssid['associations']).length);
    }
  return clients;
}

function freeKb(memory: JsonObject | undefined): number | null {
  const parts = [memory?.['free'], memory?.['cached'], memory?.['buffered']].map((bytes) => countOf(bytes));
  if (parts[0] === null) return null;
  return Math.floor(parts.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0) / 1024);
}

function memberOf(value: JsonObject, name: string): JsonObject | undefined {
  const found = value[name];
  return isObject(found) ? found : undefined;
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
}

function listOfNumbers(value: unknown): number[] {
  return Array.isArray(value) ? (value as unknown[]).filter((entry) => typeof entry === 'number') : [];
}

function countOf(value: unknown, most = Number.MAX_SAFE_INTEGER): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most
    ? (value as number)
    : null;
}

function percentOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 100 ? Math.round(value) : null;
}
