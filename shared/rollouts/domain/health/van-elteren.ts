/** The values of the devices of one network. */
export interface Stratum {
  readonly treated: readonly number[];
  readonly control: readonly number[];
}

export interface RankTest {
  /** The probability that the treated values are ranked as low as they are when chance decides. */
  readonly p: number;
  /** By how much a treated value differs from a control value of its network: the Hodges-Lehmann estimate. */
  readonly shift: number;
}

/** Of a network with more devices of a group, so many are compared for the estimate of the shift. */
const MAX_COMPARED = 200;

/**
 * The test of van Elteren, one-sided: rank sums within networks, weighted by 1 ÷ (n + 1), with the variance that ties
 * leave. What happens to a network happens to both groups of it. Null when no network has devices of both groups.
 */
export function vanElteren(strata: readonly Stratum[]): RankTest | null {
  const compared = strata.filter(({ treated, control }) => treated.length > 0 && control.length > 0);
  if (compared.length === 0) return null;
  let [statistic, variance] = [0, 0];
  for (const { treated, control } of compared) {
    const [m, n] = [treated.length, control.length];
    const { rankSum, ties } = rank(treated, control);
    const all = m + n;
    const weight = 1 / (all + 1);
    statistic += weight * (rankSum - (m * (all + 1)) / 2);
    variance += weight * weight * ((m * n) / 12) * (all + 1 - ties / (all * (all - 1)));
  }
  const p = variance > 0 ? lowerTail(statistic / Math.sqrt(variance)) : 1;
  return { p, shift: medianShift(compared) };
}

/** The sum of the ranks of the treated values, equal ones with their mean rank, and the sum of t³ − t over ties. */
function rank(treated: readonly number[], control: readonly number[]): { rankSum: number; ties: number } {
  const all = [
    ...treated.map((value) => ({ value, isTreated: true })),
    ...control.map((value) => ({ value, isTreated: false })),
  ].sort((a, b) => a.value - b.value);
  let [rankSum, ties] = [0, 0];
  for (let first = 0; first < all.length;) {
    let next = first + 1;
    while (next < all.length && all[next]?.value === all[first]?.value) next += 1;
    const size = next - first;
    const mean = (first + 1 + next) / 2;
    rankSum += mean * all.slice(first, next).filter(({ isTreated }) => isTreated).length;
    ties += size ** 3 - size;
    first = next;
  }
  return { rankSum, ties };
}

function medianShift(strata: readonly Stratum[]): number {
  const differences = Float64Array.from(
    strata.flatMap(({ treated, control }) => {
      const others = control.slice(0, MAX_COMPARED);
      return treated.slice(0, MAX_COMPARED).flatMap((value) => others.map((other) => value - other));
    }),
  ).sort();
  const half = differences.length / 2;
  return ((differences[Math.ceil(half) - 1] ?? 0) + (differences[Math.floor(half)] ?? 0)) / 2;
}

/**
 * The probability that a standard normal variable is at most z, with a relative error below 2e-7 in both tails: the
 * complementary error function by the Chebyshev fit of Numerical Recipes.
 */
export function lowerTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const fit = CHEBYSHEV.reduceRight((sum, coefficient) => sum * t + coefficient, 0);
  const tail = (t * Math.exp(-x * x + fit)) / 2;
  return z <= 0 ? tail : 1 - tail;
}

const CHEBYSHEV = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
];
