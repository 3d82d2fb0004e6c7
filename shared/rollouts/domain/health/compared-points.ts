import {
  HALF_HOUR_MS,
  halfHourOf,
  type DevicePoint,
  type PointSpan,
} from '../../../inventory/domain/device-points.js';
import { mixed } from './advance-rows.js';
import type { RankedName } from './judge-part.js';
import { copyRow, isTreated, type LookRow } from './look-rows.js';
import { rankedValues } from './ranked-values.js';
import type { Stratum } from './van-elteren.js';

/** A device whose quantities are compared: over so many half hours, the last of which begins at `last`. */
export interface RankedDevice {
  readonly deviceId: number;
  readonly networkId: number;
  readonly isTreated: boolean;
  readonly beganAt: Date;
  readonly halfHours: number;
  readonly last: Date;
}

/** The points of a half hour are written within so long. */
const WRITTEN_WITHIN_MS = 300_000;
const BEFORE_MS = 4 * HALF_HOUR_MS;
/** Clients that roamed away at the reboot come back slowly, and memory settles. */
const SETTLED_MS = 4 * HALF_HOUR_MS;
/** From two hours to a day is compared with as long a time before. */
const LEAST_HALF_HOURS = 4;
const MOST_HALF_HOURS = 48;
const POINTS_KEPT_MS = 7 * 86_400_000;
/** Of one part, a look compares at most so many devices by ranks, and so many of a group and network. */
const MAX_RANKED = 2000;
const MAX_OF_NETWORK = 50;
/** A look reads the clients that so many devices of a part had before they began. */
const MAX_BEGINNERS = 4000;

/** The latest half hour whose points are written. */
export function lastPointAt(now: Date): Date {
  return halfHourOf(new Date(now.getTime() - WRITTEN_WITHIN_MS));
}

/** The two hours before they began of the devices that began at this look and report clients. */
export function spansBefore(rows: readonly LookRow[], look: number, start: Date): PointSpan[] {
  const began = rows.filter((row) => row.began === look && row.clients >= 0);
  return drawnFrom(began, ({ deviceId }) => deviceId, MAX_BEGINNERS).map(({ deviceId, beganAt }) => {
    const to = new Date(start.getTime() + beganAt * 1000);
    return { deviceId, from: new Date(to.getTime() - BEFORE_MS), to };
  });
}

/** The rows of a look with the median of the clients that the beginners had before. */
export function withClientsBefore(
  rows: readonly LookRow[],
  points: ReadonlyMap<number, readonly DevicePoint[]>,
  look: number,
): LookRow[] {
  return rows.map((row) => {
    if (row.began !== look) return row;
    const counts = (points.get(row.deviceId) ?? []).flatMap(({ clients }) => clients ?? []);
    return counts.length === 0 ? row : Object.assign(copyRow(row), { clientsBefore: medianOf(counts) });
  });
}

/** The lower one of an even number. */
function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

/**
 * The devices that a look compares by ranks: in networks with devices of both groups that verify, and have begun long
 * enough ago. What is too much is left out by network, without regard to how the devices are.
 */
export function rankedDevices(rows: readonly LookRow[], start: Date, now: Date): RankedDevice[] {
  const last = lastPointAt(now);
  const networks = new Map<number, { treated: RankedDevice[]; control: RankedDevice[] }>();
  for (const row of rows) {
    const { deviceId, networkId, measures, outcome, began } = row;
    if (began === 0 || networkId === 0 || measures === 0 || outcome !== 1) continue;
    const beganAt = new Date(start.getTime() + row.beganAt * 1000);
    const halfHours = halfHoursSince(beganAt, last);
    if (halfHours < LEAST_HALF_HOURS) continue;
    const groups = networks.get(networkId) ?? { treated: [], control: [] };
    networks.set(networkId, groups);
    const group = isTreated(row) ? groups.treated : groups.control;
    group.push({ deviceId, networkId, isTreated: isTreated(row), beganAt, halfHours, last });
  }
  const compared: RankedDevice[] = [];
  for (const networkId of [...networks.keys()].sort((a, b) => mixed(a) - mixed(b))) {
    const { treated = [], control = [] } = networks.get(networkId) ?? {};
    if (treated.length === 0 || control.length === 0) continue;
    const chosen = [treated, control].flatMap((group) =>
      drawnFrom(group, ({ deviceId }) => deviceId, MAX_OF_NETWORK),
    );
    if (compared.length + chosen.length > MAX_RANKED) break;
    compared.push(...chosen);
  }
  return compared;
}

function drawnFrom<T>(list: readonly T[], idOf: (each: T) => number, most: number): readonly T[] {
  if (list.length <= most) return list;
  return [...list].sort((a, b) => mixed(idOf(a)) - mixed(idOf(b))).slice(0, most);
}

/** The half hours from two hours after a device began to the last one, at most a day. */
function halfHoursSince(beganAt: Date, last: Date): number {
  const first = Math.ceil((beganAt.getTime() + SETTLED_MS) / HALF_HOUR_MS) * HALF_HOUR_MS;
  return Math.min(MOST_HALF_HOURS, Math.floor((last.getTime() - first) / HALF_HOUR_MS) + 1);
}

/** The times of a device that are compared: the last half hours, and as many directly before it began. */
export function comparedSpans({ deviceId, beganAt, halfHours, last }: RankedDevice, now: Date): PointSpan[] {
  const lengthMs = halfHours * HALF_HOUR_MS;
  const to = new Date(last.getTime() + 1);
  const after = { deviceId, from: new Date(last.getTime() - lengthMs + HALF_HOUR_MS), to };
  const before = { deviceId, from: new Date(beganAt.getTime() - lengthMs), to: beganAt };
  return now.getTime() - before.from.getTime() > POINTS_KEPT_MS ? [after] : [before, after];
}

/** The quantities of devices by network, from the points of the compared times. */
export function strataOf(
  devices: readonly RankedDevice[],
  points: ReadonlyMap<number, readonly DevicePoint[]>,
): Map<RankedName, Stratum[]> {
  const byName = new Map<RankedName, Map<number, { treated: number[]; control: number[] }>>();
  for (const device of devices) {
    const found = points.get(device.deviceId) ?? [];
    const values = rankedValues({
      before: found.filter(({ at }) => at < device.beganAt),
      after: found.filter(({ at }) => at >= device.beganAt),
    });
    for (const [name, value] of Object.entries(values) as [RankedName, number][]) {
      const ofName = byName.get(name) ?? new Map<number, { treated: number[]; control: number[] }>();
      byName.set(name, ofName);
      const stratum = ofName.get(device.networkId) ?? { treated: [], control: [] };
      ofName.set(device.networkId, stratum);
      stratum[device.isTreated ? 'treated' : 'control'].push(value);
    }
  }
  return new Map([...byName].map(([name, ofName]) => [name, [...ofName.values()]]));
}
