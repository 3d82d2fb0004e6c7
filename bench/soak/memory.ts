import { readFile } from 'node:fs/promises';
import { rounded } from '../benchmark.js';
import { ownPrograms } from '../load/own-programs.js';

/** The memory of a program at one time. */
export interface MemoryPoint {
  readonly hour: number;
  readonly mib: number;
}

export interface Trend {
  readonly meanMib: number;
  readonly slopeMibPerHour: number;
  /** The standard deviation from the line of the slope. */
  readonly noiseMib: number;
  /** Whether the growth over the observed time is within twice the noise, or 1 % of the mean. */
  readonly isFlat: boolean;
}

/** Memory by program at several times. */
export type MemoryPoints = Readonly<
  Record<'api' | 'worker' | 'gateway' | 'redis' | 'postgres', MemoryPoint[]>
>;

/**
 * Adds the current memory of the programs that this process has started. A page that processes share counts once.
 * @param worker the one that lives as long as the observation; others are ignored
 */
export async function sampleMemory(points: MemoryPoints, hour: number, worker: number): Promise<void> {
  const sums = new Map<keyof MemoryPoints, number>();
  for (const { pid, name } of await ownPrograms()) {
    if (name === 'bare' || (name === 'worker' && pid !== worker)) continue;
    const mib = await proportionalMib(pid);
    if (mib !== null) sums.set(name, (sums.get(name) ?? 0) + mib);
  }
  for (const [name, mib] of sums) points[name].push({ hour, mib });
}

/** The memory of a process, in MiB, with its share of pages that others use too; null when it has ended. */
async function proportionalMib(pid: number): Promise<number | null> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const kib = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
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
    isFlat: slope * observed <= Math.max(2 * noise, meanMib / 100),
  };
}
