import { grownBy } from '../../inventory/domain/measured.js';
import type { TallyKey } from './tally-keys.js';

/**
 * What is stored at a time of a network or organisation: devices up and down, their clients, and the bytes since they were
 * first counted. Null or absent: no device reports it.
 */
export type PointValues = readonly [
  up: number,
  down: number,
  clients?: number | null,
  rxTotal?: number | null,
  txTotal?: number | null,
];

export interface StoredPoint {
  readonly tallyKey: TallyKey;
  readonly at: number;
  readonly values: PointValues;
}

/** Devices up and down at a time. */
export interface OnlinePoint {
  readonly at: Date;
  readonly up: number;
  readonly down: number;
}

export interface ClientsPoint {
  readonly at: Date;
  readonly clients: number;
}

/** The bytes from a time to the next point. */
export interface TrafficPoint {
  readonly at: Date;
  readonly rxBytes: number;
  readonly txBytes: number;
}

/** The steps of a series: those that begin before `to` have a point. */
export interface Steps {
  readonly from: Date;
  readonly to: Date;
  readonly stepS: number;
}

/** The first point of each step; those of one time are added up. */
export function onlineOf(points: readonly StoredPoint[], steps: Steps): OnlinePoint[] {
  const sums = sumsOf(within(points, steps), ({ values: [up, down] }) => [up, down]);
  return firstOfEach(sums, steps).map(({ at, sums: [up = 0, down = 0] }) => ({ at: new Date(at), up, down }));
}

/** The same of clients, without times at which no device counted them. */
export function clientsOf(points: readonly StoredPoint[], steps: Steps): ClientsPoint[] {
  const sums = sumsOf(within(points, steps), ({ values: [, , clients = null] }) => {
    return clients === null ? null : [clients];
  });
  return firstOfEach(sums, steps).map(({ at, sums: [clients = 0] }) => ({ at: new Date(at), clients }));
}

/** How much the totals grow in each step. The points reach one step beyond the end. */
export function trafficOf(points: readonly StoredPoint[], steps: Steps): TrafficPoint[] {
  const grown = [...byKey(points).values()].flatMap((ofKey) => {
    const counted = ofKey.flatMap(({ at, values: [, , , rx = null, tx = null] }) => {
      return rx === null || tx === null ? [] : [{ at, rx, tx }];
    });
    const first = firstOfEach(counted, steps);
    return first.slice(0, -1).map(({ at, rx, tx }, index) => {
      const next = first[index + 1];
      const grownTo = (before: number, now: number | undefined) => grownBy(before, now ?? null) ?? 0;
      return { step: stepOf(at, steps), at, rx: grownTo(rx, next?.rx), tx: grownTo(tx, next?.tx) };
    });
  });
  const sums = new Map<number, { at: number; rx: number; tx: number }>();
  for (const { step, at, rx, tx } of grown) {
    const sum = sums.get(step);
    if (sum) Object.assign(sum, { at: Math.min(sum.at, at), rx: sum.rx + rx, tx: sum.tx + tx });
    else sums.set(step, { at, rx, tx });
  }
  return [...sums.values()]
    .filter(({ at }) => at < steps.to.getTime())
    .sort((one, other) => one.at - other.at)
    .map(({ at, rx, tx }) => ({ at: new Date(at), rxBytes: Math.round(rx), txBytes: Math.round(tx) }));
}

function byKey(points: readonly StoredPoint[]): Map<TallyKey, StoredPoint[]> {
  const keys = new Map<TallyKey, StoredPoint[]>();
  for (const point of points) {
    const ofKey = keys.get(point.tallyKey);
    if (ofKey) ofKey.push(point);
    else keys.set(point.tallyKey, [point]);
  }
  return keys;
}

function within(points: readonly StoredPoint[], { to }: Steps): StoredPoint[] {
  return points.filter(({ at }) => at < to.getTime());
}

interface Sum {
  readonly at: number;
  readonly sums: readonly number[];
}

function sumsOf(points: readonly StoredPoint[], read: (point: StoredPoint) => number[] | null): Sum[] {
  const sums = new Map<number, number[]>();
  for (const point of points) {
    const values = read(point);
    if (values === null) continue;
    const sum = sums.get(point.at);
    sums.set(point.at, sum ? values.map((value, index) => value + (sum[index] ?? 0)) : values);
  }
  return [...sums].map(([at, values]) => ({ at, sums: values }));
}

function firstOfEach<Point extends { readonly at: number }>(points: readonly Point[], steps: Steps): Point[] {
  const first = new Map<number, Point>();
  for (const point of [...points].sort((one, other) => one.at - other.at)) {
    const step = stepOf(point.at, steps);
    if (!first.has(step)) first.set(step, point);
  }
  return [...first.values()];
}

function stepOf(at: number, { from, stepS }: Steps): number {
  return Math.floor((at - from.getTime()) / (stepS * 1000));
}
