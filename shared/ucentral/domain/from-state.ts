import type { ReportedPort } from '../../inventory/domain/reported-port.js';
import { isObject, type JsonObject } from './frame.js';

const MAX_PORTS = 256;
const MAX_PORT_NAME = 64;

/** The counters of a port and when they were read, for its rate. */
export type PortCounters = ReadonlyMap<string, { readonly rx: number; readonly tx: number }>;

/** The seconds since the device has started; null if the state does not say. */
export function uptimeOf(state: JsonObject): number | null {
  return count(member(state, 'unit')?.['uptime']);
}

/** Whether the capabilities are those of a switch. */
export function isSwitch(capabilities: JsonObject): boolean {
  return capabilities['platform'] === 'switch';
}

/**
 * The ports of a switch: bytes, bytes a second since the state before, and watts. Ports are numbered as the capabilities
 * list them, and by the numbers in their names otherwise.
 * @param before the counters of the state before, and how many seconds ago it was
 */
export function portsOf(
  state: JsonObject,
  capabilities: JsonObject,
  before: { readonly counters: PortCounters; readonly seconds: number } | null,
): ReportedPort[] {
  const links = linksOf(state);
  const numberOf = numbering([...links.keys()], capabilities);
  const ports = [...links].flatMap(([name, link]): ReportedPort[] => {
    const number = numberOf.get(name);
    if (number === undefined) return [];
    const isUp = isCarrier(link['carrier']);
    const usage = usageOf(link);
    const poe = count(member(link, 'poe')?.['output-power']);
    return [
      {
        number,
        status: isUp ? 'UP' : 'DOWN',
        speed: isUp ? count(link['speed']) : null,
        upTime: null,
        duplex: isUp ? duplexOf(link['duplex']) : null,
        totalUsage: usage,
        rate: rateOf(usage, before?.counters.get(name), before?.seconds ?? 0),
        multicast: count(member(link, 'counters')?.['multicast']),
        power: poe === null ? null : poe / 1000,
      },
    ];
  });
  return ports.sort((one, other) => one.number - other.number).slice(0, MAX_PORTS);
}

/** The counters that the next state is compared with. */
export function countersOf(state: JsonObject): PortCounters {
  return new Map(
    [...linksOf(state)].flatMap(([name, link]) => {
      const usage = usageOf(link);
      return usage ? [[name, usage] as const] : [];
    }),
  );
}

/** At most so many of each side, before anything is done for each of them. */
function linksOf(state: JsonObject): ReadonlyMap<string, JsonObject> {
  const links = member(state, 'link-state') ?? {};
  const sides = [member(links, 'downstream') ?? {}, member(links, 'upstream') ?? {}];
  return new Map(
    sides.flatMap((side) =>
      Object.keys(side)
        .slice(0, MAX_PORTS)
        .flatMap((name) => {
          const link = side[name];
          return isPortName(name) && isObject(link) ? [[name, link] as const] : [];
        }),
    ),
  );
}

function numbering(names: readonly string[], capabilities: JsonObject): ReadonlyMap<string, number> {
  const listed: unknown = capabilities['port-list'];
  const first: unknown[] = Array.isArray(listed) ? listed.slice(0, MAX_PORTS) : [];
  const known = new Set(first.map(nameOfPort).filter((name) => name !== null));
  const others = names
    .filter((name) => !known.has(name))
    .sort(new Intl.Collator('en', { numeric: true }).compare);
  return new Map([...known, ...others].map((name, index) => [name, index]));
}

function nameOfPort(port: unknown): string | null {
  const name = isObject(port) ? port['name'] : port;
  return isPortName(name) ? name : null;
}

function isPortName(name: unknown): name is string {
  return typeof name === 'string' && name.length <= MAX_PORT_NAME;
}

function usageOf(link: JsonObject): { rx: number; tx: number } | null {
  const counters = member(link, 'counters');
  const rx = count(counters?.['rx_bytes']);
  const tx = count(counters?.['tx_bytes']);
  return rx === null || tx === null ? null : { rx, tx };
}

/** Counters that have begun anew give no rate. */
function rateOf(
  usage: { rx: number; tx: number } | null,
  before: { rx: number; tx: number } | undefined,
  seconds: number,
): { rx: number; tx: number } | null {
  if (!usage || !before || seconds <= 0 || usage.rx < before.rx || usage.tx < before.tx) return null;
  return { rx: rateIn(seconds, usage.rx - before.rx), tx: rateIn(seconds, usage.tx - before.tx) };
}

function rateIn(seconds: number, bytes: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.round(bytes / seconds));
}

function isCarrier(value: unknown): boolean {
  return value === true || value === 1;
}

function duplexOf(value: unknown): string | null {
  return value === 'full' || value === 'half' ? value : null;
}

function member(value: JsonObject, name: string): JsonObject | undefined {
  const found = value[name];
  return isObject(found) ? found : undefined;
}

function count(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : null;
}
