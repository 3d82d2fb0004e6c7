import type { DeviceStateRecord } from '../models/device-state.js';
import type { ReportedWifi } from './reported-wifi.js';

export const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 86_400_000;
/** Besides the day itself. */
export const DAYS_KEPT = 7;

/** A stored point: the values of {@link DevicePoint} in its order; those at the end that are null are left out. */
export type DevicePointValues = readonly (number | null)[];

/** A device at the beginning of a half hour. Counters as the device reports them; null: not reported. */
export interface DevicePoint {
  readonly at: Date;
  readonly online: boolean;
  readonly clients: number | null;
  readonly rxBytes: number | null;
  readonly txBytes: number | null;
  /** Of the busiest channel of its radios. */
  readonly busyPercent: number | null;
  readonly memFreeKb: number | null;
  readonly joined: number | null;
  readonly refused: number | null;
  /** How many times it has restarted. */
  readonly restarts: number | null;
}

/** A time of one device: from `from` to before `to`. */
export interface PointSpan {
  readonly deviceId: number;
  readonly from: Date;
  readonly to: Date;
}

type MeasuredNow = Pick<DeviceStateRecord, 'lastHeartbeatAt' | 'restarts' | 'wifi' | 'wifiAt' | 'memFreeKb'>;

export function halfHourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS);
}

/** The wifi of a device's latest heartbeat; undefined if that had none. */
export function currentWifi<Wifi extends Partial<ReportedWifi>>(state: {
  readonly lastHeartbeatAt: Date | null;
  readonly wifi?: Wifi;
  readonly wifiAt?: Date;
}): Wifi | undefined {
  return state.wifiAt?.getTime() === state.lastHeartbeatAt?.getTime() ? state.wifi : undefined;
}

/** The point of a device; null for one that was silent for as long as points are kept. */
export function pointValues(state: MeasuredNow, isUp: boolean, now: Date): DevicePointValues | null {
  const { lastHeartbeatAt: heardAt } = state;
  if (heardAt === null || now.getTime() - heardAt.getTime() > DAYS_KEPT * DAY_MS) return null;
  if (!isUp) return [0];
  const wifi = currentWifi(state);
  const busy = (wifi?.radios ?? []).flatMap(({ busyPercent }) => busyPercent ?? []);
  return withoutTail([
    1,
    wifi?.clients ?? null,
    wifi?.rxBytes ?? null,
    wifi?.txBytes ?? null,
    busy.length === 0 ? null : Math.max(...busy),
    state.memFreeKb ?? null,
    wifi?.joined ?? null,
    wifi?.refused ?? null,
    state.restarts ?? 0,
  ]);
}

export function devicePoint(at: Date, values: DevicePointValues): DevicePoint {
  const [online, clients, rxBytes, txBytes, busyPercent, memFreeKb, joined, refused, restarts] = values;
  return {
    at,
    online: online === 1,
    clients: clients ?? null,
    rxBytes: rxBytes ?? null,
    txBytes: txBytes ?? null,
    busyPercent: busyPercent ?? null,
    memFreeKb: memFreeKb ?? null,
    joined: joined ?? null,
    refused: refused ?? null,
    restarts: restarts ?? null,
  };
}

/** Where the point of a half hour is stored. */
export function placeOf(
  { organisationId, deviceId }: { readonly organisationId: number; readonly deviceId: number },
  at: Date,
): { _id: string; halfHour: number; expiresAt: Date } {
  const day = Math.floor(at.getTime() / DAY_MS);
  return {
    _id: `${organisationId}:${deviceId}:${day}`,
    halfHour: Math.floor((at.getTime() - day * DAY_MS) / HALF_HOUR_MS),
    expiresAt: new Date((day + 1 + DAYS_KEPT) * DAY_MS),
  };
}

/** The device and the beginning of the day of a record. */
export function originOf(id: string): { deviceId: number; day: number } {
  const [, deviceId, day] = id.split(':').map(Number);
  return { deviceId: deviceId ?? 0, day: (day ?? 0) * DAY_MS };
}

/** The beginnings of the days of a range, of those that are kept. */
export function daysOf(from: Date, to: Date): Date[] {
  const days: Date[] = [];
  const first = Math.floor(from.getTime() / DAY_MS) * DAY_MS;
  for (let day = first; day < to.getTime() && days.length <= DAYS_KEPT + 1; day += DAY_MS)
    days.push(new Date(day));
  return days;
}

function withoutTail(values: readonly (number | null)[]): DevicePointValues {
  return values.slice(0, values.findLastIndex((value) => value !== null) + 1);
}
