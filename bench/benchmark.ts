import type { ParseArgsConfig } from 'node:util';

export type BenchOptions = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** A benchmark that `npm run bench -- NAME` runs. */
export interface Benchmark {
  readonly name: string;
  /** One line: the measurement and its target. */
  readonly summary: string;
  /** The command-line options. */
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** The arguments of a short run, whose ratios `npm run bench -- --all` compares; null when it has no part in that. */
  readonly small: readonly string[] | null;
  /** @param print writes one object as a line of JSON */
  run(print: (result: object) => void, options: BenchOptions): Promise<void>;
}

/** Reads an option as a positive integer. @throws Error when it is not one */
export function numberOption(options: BenchOptions, name: string, fallback: number): number {
  const value = options[name];
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} must be a whole number from 1`);
  return number;
}

/** Lets `--case` choose among the cases of a benchmark. */
export const CASE_OPTION: Benchmark['options'] = { case: { type: 'string', multiple: true } };

/** Whether a case runs: every one, unless `--case` gives parts of names. */
export function isChosen(options: BenchOptions, name: string): boolean {
  const parts = [options['case'] ?? ''].flat();
  return parts.some((part) => name.includes(part.toString()));
}

/** The median; for an even number of values, the lower of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The smallest value that at least `percent` percent of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Rounds for printing: to three significant digits below 100, to whole numbers from there. */
export function rounded(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
