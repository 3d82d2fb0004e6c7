import type { LookRow, Outcome } from './look-rows.js';

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

/** The row of a device as a look finds it. @param now in seconds since the start */
export function observeRow(row: LookRow, device: DeviceNow, { start, outcomes }: Read, now: number): LookRow {
  const seconds = (at: Date): number => Math.round((at.getTime() - start.getTime()) / 1000);
  const outcome = outcomes.get(row.upgradeId);
  const verifies = outcome?.kind === 'verified' && row.outcome !== 1;
  const restartsBefore = verifies ? (outcome.restarts ?? device.restarts) : row.restartsBefore;
  return {
    ...row,
    networkId: device.networkId ?? 0,
    outcome: outcome === undefined ? row.outcome : OUTCOMES[outcome.kind ?? 'open'],
    heardAt: device.at === null ? -1 : seconds(device.at),
    otherVersion: Number(outcome !== undefined && device.firmwareVersion !== outcome.version),
    restarts: device.restarts,
    restartsBefore,
    confirmed: confirmedOf(row, device.configuration, start),
    // Most columns, which devices without Wi-Fi fields do not need.
    ...(device.wifi || row.radios > 0
      ? { ...radiosOf(row, device.wifi, now), ...clientsOf(row, device.wifi, now) }
      : {}),
  };
}

const OUTCOMES = { open: 0, verified: 1, silent: 2 } as const;

function clientsOf(row: LookRow, wifi: WifiNow | null | undefined, now: number): Partial<LookRow> {
  const clients = wifi?.clients ?? -1;
  const joined = wifi?.joined ?? -1;
  const isEmpty = clients === 0 && (row.emptySince < 0 || joined >= row.emptyJoined);
  return {
    clients,
    joined,
    joined1: row.joined,
    joined2: row.joined1,
    joined3: row.joined2,
    emptySince: isEmpty ? (row.emptySince < 0 ? now : row.emptySince) : -1,
    emptyJoined: isEmpty ? (row.emptySince < 0 ? joined : row.emptyJoined) : -1,
  };
}

function radiosOf(row: LookRow, wifi: WifiNow | null | undefined, now: number): Partial<LookRow> {
  const older = {
    crashes1: row.crashes,
    crashes2: row.crashes1,
    crashes3: row.crashes2,
    crashes4: row.crashes3,
    crashes5: row.crashes4,
    crashes6: row.crashes5,
  };
  if (!wifi) return { ...older, radios: row.radios, radioOffSince: -1, crashes: -1 };
  const isOff = wifi.radios.some(({ on, up }) => on === true && up === false);
  const crashes = wifi.radios.reduce((sum, radio) => sum + (radio.crashes ?? 0), 0);
  const since = row.radioOffSince < 0 ? now : row.radioOffSince;
  return { ...older, radios: wifi.radios.length, radioOffSince: isOff ? since : -1, crashes };
}

/**
 * Whether the device runs the document that it had confirmed before it began, which nothing has replaced since. One that
 * it had refused before is none.
 */
function confirmedOf(row: LookRow, state: ConfigurationNow | undefined, start: Date): number {
  const { report, rendered, refused } = state ?? {};
  const beganAt = start.getTime() + row.beganAt * 1000;
  if (row.began === 0 || !rendered || rendered.at.getTime() > beganAt - CONFIRMED_WITHIN_MS) return -1;
  const wasRefused = refused && refused.revision === rendered.revision && refused.at.getTime() <= beganAt;
  if (wasRefused) return -1;
  return Number(report?.revision === rendered.revision);
}

/** So long before the device began it must have fetched the document. */
const CONFIRMED_WITHIN_MS = 600_000;
