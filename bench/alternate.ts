import { median, rounded } from './benchmark.js';

/** Does one thing once and says how many milliseconds it took. */
export type Side = () => Promise<number>;

const WARM_UP = 2;

/** Medians in milliseconds. The sides take turns, so that whatever disturbs one disturbs all. */
export async function takeTurns<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(sides) as Name[];
  const taken = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const name of names) {
      const milliseconds = await sides[name]();
      if (round >= 0) taken.get(name)?.push(milliseconds);
    }
  }
  const medians = names.map((name) => [name, rounded(median(taken.get(name) ?? []))]);
  return Object.fromEntries(medians) as Record<Name, number>;
}

/** How long something takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
