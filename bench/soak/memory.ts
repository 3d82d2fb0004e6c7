import { readFile } from 'node:fs/promises';
import { rounded } from '../benchmark.js';

/** The resident memory of a process at one time. */
export interface MemoryPoint {
  readonly hour: number;
  readonly mib: number;
}

export interface Trend {
  readonly meanMib: number;
  readonly slopeMibPerHour: number;
  /** The standard deviation from the line of the slope. */
  readonly noiseMib: number;
  /** Whether the growth over the observed time is within twice the noise. */
  readonly isFlat: boolean;
}

/** The resident memory of a process in MiB; null when it has ended. */
export async function residentMib(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kib === undefined ? null : Number(kib) / 1024;
}

/** The line of least squares through the points of the second half: the first half fills caches and pools. */
export function trendOf(points: readonly MemoryPoint[]): Trend {
  const half = points.slice(Math.floor(points.length / 2));
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const hours = mean(half.map(({ hour }) => hour));
  const meanMib = mean(half.map(({ mib }) => mib));
  const spread = mean(half.map(({ hour }) => (hour - hours) ** 2));
  const slope =
    spread === 0 ? 0 : mean(half.map(({ hour, mib }) => (hour - hours) * (mib - meanMib))) / spread;
  const noise = Math.sqrt(mean(half.map(({ hour, mib }) => (mib - meanMib - slope * (hour - hours)) ** 2)));
  const observed = (half.at(-1)?.hour ?? 0) - (half[0]?.hour ?? 0);
  return {
    meanMib: rounded(meanMib),
    slopeMibPerHour: rounded(slope),
    noiseMib: rounded(noise),
    isFlat: slope * observed <= 2 * noise,
  };
}
