import type { DevicePoint } from '../../../inventory/domain/device-points.js';
import { grownBy } from '../../../inventory/domain/measured.js';
import type { RankedName } from './judge-part.js';

/** What happened to a device, as far as its points say; each value is lower where it fares worse. */
export type RankedValues = Partial<Record<RankedName, number>>;

/** The half-hourly points of a device from two hours after it began, and of as long a time before, oldest first. */
export interface ComparedPoints {
  readonly before: readonly DevicePoint[];
  readonly after: readonly DevicePoint[];
}

/** Fewer points say nothing. */
const LEAST = 3;
const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 86_400_000;
const BYTES_A_MB = 1_000_000;
const HALF_HOURS_A_DAY = 48;

/**
 * The changes that a look ranks: of the mean number of clients, of the megabytes of half an hour and of the refusals of a
 * day as ln((after + 1) ÷ (before + 1)), and the share of its free memory that the device gains in a day.
 */
export function rankedValues({ before, after }: ComparedPoints): RankedValues {
  const clients = changeOf(clientsIn(before), clientsIn(after));
  const throughput = changeOf(growth(before, bytesOf, BYTES_A_MB), growth(after, bytesOf, BYTES_A_MB));
  const refused = changeOf(
    growth(before, (point) => point.refused, 1 / HALF_HOURS_A_DAY),
    growth(after, (point) => point.refused, 1 / HALF_HOURS_A_DAY),
  );
  const memory = memoryGain(after);
  return {
    ...(clients === null ? {} : { clients }),
    ...(throughput === null ? {} : { throughput }),
    ...(refused === null ? {} : { refused: -refused }),
    ...(memory === null ? {} : { memory }),
  };
}

function changeOf(before: readonly number[], after: readonly number[]): number | null {
  if (before.length < LEAST || after.length < LEAST) return null;
  return Math.log((mean(after) + 1) / (mean(before) + 1));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function clientsIn(points: readonly DevicePoint[]): number[] {
  return points.flatMap(({ clients }) => clients ?? []);
}

function bytesOf({ rxBytes, txBytes }: DevicePoint): number | null {
  return rxBytes === null || txBytes === null ? null : rxBytes + txBytes;
}

/** By how much a counter grew from each point to the one half an hour later. */
function growth(
  points: readonly DevicePoint[],
  counterOf: (point: DevicePoint) => number | null,
  unit: number,
): number[] {
  return points.slice(1).flatMap((point, at) => {
    const former = points[at];
    if (!former || point.at.getTime() - former.at.getTime() !== HALF_HOUR_MS) return [];
    const grown = grownBy(counterOf(former), counterOf(point));
    return grown === null ? [] : [grown / unit];
  });
}

/** The slope of the free memory by least squares, within the times between restarts, for a day; as a share of the first. */
function memoryGain(points: readonly DevicePoint[]): number | null {
  const runs = new Map<number | null, { readonly days: number; readonly free: number }[]>();
  for (const { at, memFreeKb, restarts } of points) {
    if (memFreeKb === null) continue;
    const run = runs.get(restarts) ?? [];
    runs.set(restarts, run);
    run.push({ days: at.getTime() / DAY_MS, free: memFreeKb });
  }
  const first = [...runs.values()][0]?.[0]?.free ?? 0;
  let [product, square, count] = [0, 0, 0];
  for (const run of runs.values()) {
    const [days, free] = [mean(run.map((each) => each.days)), mean(run.map((each) => each.free))];
    for (const each of run) {
      product += (each.days - days) * (each.free - free);
      square += (each.days - days) ** 2;
    }
    count += run.length;
  }
  return count < LEAST || square === 0 || first === 0 ? null : product / square / first;
}
