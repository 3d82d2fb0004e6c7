import { grownBy } from '../../../inventory/domain/measured.js';
import { copyRow, type LookRow, type Outcome } from './look-rows.js';

/** The radios and clients that a heartbeat reports. */
export interface WifiNow {
  readonly radios: readonly {
    readonly on: boolean | null;
    readonly up: boolean | null;
    readonly crashes: number | null;
  }[];
  readonly clients: number | null;
  readonly joined: number | null;
}

/** The state of a device, as its last heartbeat left it. */
export interface DeviceNow {
  readonly networkId: number | null;
  readonly at: Date | null;
  readonly firmwareVersion: string | null;
  /** How many times it has restarted. */
  readonly restarts: number;
  readonly wifi?: WifiNow | null | undefined;
  readonly memFreeKb?: number | null | undefined;
  readonly configuration?: ConfigurationNow | undefined;
}

/** What a device runs and what it has confirmed, as far as the sign `configuration` depends on it. */
export interface ConfigurationNow {
  readonly report?: { readonly revision: string | null } | null;
  readonly rendered?: { readonly revision: string; readonly at: Date };
  readonly refused?: { readonly revision: string; readonly at: Date } | null;
}

interface Read {
  readonly start: Date;
  readonly outcomes: ReadonlyMap<number, Outcome>;
}

/** When a look is made, and the one before it: in seconds since the start. */
export interface LookTimes {
  readonly now: number;
  readonly before: number;
}

/** The row of a look, while it is made. */
type Noted = ReturnType<typeof copyRow>;

/** The row of a device as a look finds it. */
export function observeRow(
  row: LookRow,
  device: DeviceNow,
  { start, outcomes }: Read,
  times: LookTimes,
): LookRow {
  const outcome = outcomes.get(row.upgradeId);
  const observed = copyRow(row);
  observed.networkId = device.networkId ?? 0;
  if (outcome !== undefined) observed.outcome = OUTCOMES[outcome.kind ?? 'open'];
  observed.heardAt = device.at === null ? -1 : Math.round((device.at.getTime() - start.getTime()) / 1000);
  observed.otherVersion = Number(outcome !== undefined && device.firmwareVersion !== outcome.version);
  observed.restarts = device.restarts;
  if (outcome?.kind === 'verified' && row.outcome !== 1)
    observed.restartsBefore = outcome.restarts ?? device.restarts;
  observed.confirmed = device.configuration ? confirmedOf(row, device.configuration, start) : -1;
  // Most columns, which devices without Wi-Fi fields do not need.
  if (isMeasured(row, device)) noteMeasured(observed, device.wifi, times);
  return observed;
}

function isMeasured({ measures }: LookRow, { wifi, memFreeKb }: DeviceNow): boolean {
  return measures > 0 || (wifi ?? null) !== null || (memFreeKb ?? null) !== null;
}

function noteMeasured(row: Noted, wifi: DeviceNow['wifi'], { now, before }: LookTimes): void {
  const spans = Math.floor(now / SPAN_S) - Math.floor(before / SPAN_S);
  row.measures = 1;
  noteRadios(row, wifi, now, spans);
  noteClients(row, wifi, now, spans);
}

/** What a counter grew by is kept for spans of so long, however far looks are apart. */
const SPAN_S = 600;

/** The growth of a counter in the last spans, latest first, after so many spans and so much more growth. */
function grownIn(known: readonly number[], spans: number, growth: number): number[] {
  if (spans === 0) return known.map((each, at) => (at === 0 ? each + growth : each));
  return [growth, ...Array.from({ length: spans - 1 }, () => 0), ...known].slice(0, known.length);
}

const OUTCOMES = { open: 0, verified: 1, silent: 2 } as const;

function noteClients(row: Noted, wifi: DeviceNow['wifi'], now: number, spans: number): void {
  const clients = wifi?.clients ?? -1;
  const joined = wifi?.joined ?? -1;
  const known = [row.gained0, row.gained1, row.gained2];
  [row.gained0 = 0, row.gained1 = 0, row.gained2 = 0] = grownIn(known, spans, growthOf(row.joined, joined));
  const isQuiet = row.emptySince >= 0 && joined === row.emptyJoined;
  row.clients = clients;
  if (joined >= 0) row.joined = joined;
  row.emptySince = clients === 0 ? (isQuiet ? row.emptySince : now) : -1;
  row.emptyJoined = clients === 0 ? joined : -1;
}

/** By how much a counter grew; one that has begun anew counts from 0, and one that was or is not known by 0. */
function growthOf(before: number, now: number): number {
  return before < 0 || now < 0 ? 0 : (grownBy(before, now) ?? 0);
}

function noteRadios(row: Noted, wifi: DeviceNow['wifi'], now: number, spans: number): void {
  const isOff = wifi?.radios.some(({ on, up }) => on === true && up === false) === true;
  const crashes = wifi ? wifi.radios.reduce((sum, radio) => sum + (radio.crashes ?? 0), 0) : -1;
  const { crashed0, crashed1, crashed2, crashed3, crashed4, crashed5 } = row;
  const known = [crashed0, crashed1, crashed2, crashed3, crashed4, crashed5];
  const grown = grownIn(known, spans, growthOf(row.crashes, crashes));
  [row.crashed0 = 0, row.crashed1 = 0, row.crashed2 = 0] = grown;
  [row.crashed3 = 0, row.crashed4 = 0, row.crashed5 = 0] = grown.slice(3);
  if (wifi) row.radios = wifi.radios.length;
  if (isOff) row.radioOffSince = row.radioOffSince < 0 ? now : row.radioOffSince;
  else row.radioOffSince = -1;
  if (crashes >= 0) row.crashes = crashes;
}

/**
 * Whether the device runs the document that it had confirmed before it began, which nothing has replaced since. One that
 * it had refused before is none.
 */
function confirmedOf(row: LookRow, state: ConfigurationNow, start: Date): number {
  const { report, rendered, refused } = state;
  const beganAt = start.getTime() + row.beganAt * 1000;
  if (row.began === 0 || !rendered || rendered.at.getTime() > beganAt - CONFIRMED_WITHIN_MS) return -1;
  const wasRefused = refused && refused.revision === rendered.revision && refused.at.getTime() <= beganAt;
  if (wasRefused) return -1;
  return Number(report?.revision === rendered.revision);
}

/** So long before the device began it must have fetched the document. */
const CONFIRMED_WITHIN_MS = 600_000;
