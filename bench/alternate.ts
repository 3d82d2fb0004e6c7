import { median, rounded } from './benchmark.js';

/** Performs an operation once and returns its duration in milliseconds. */
export type Measurement = () => Promise<number>;

const WARM_UP_ROUNDS = 2;

/**
 * Returns the median of each measurement in milliseconds. Alternates between them, so that a disturbance affects all
 * of them.
 */
export async function alternate<Name extends string>(
  sides: Readonly<Record<Name, Measurement>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(sides) as Name[];
  const taken = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (const name of names) {
      const milliseconds = await sides[name]();
      if (round >= 0) taken.get(name)?.push(milliseconds);
    }
  }
  const medians = names.map((name) => [name, rounded(median(taken.get(name) ?? []))]);
  return Object.fromEntries(medians) as Record<Name, number>;
}

/** The duration of `work` in milliseconds. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
