import type { ParseArgsConfig } from 'node:util';

export type BenchOptions = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** What is measured, under the name by which `npm run bench -- NAME` finds it. */
export interface Benchmark {
  readonly name: string;
  /** One line: what is measured and what is to be reached. */
  readonly summary: string;
  /** What may stand after the name. */
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** @param print writes one object as a line of JSON */
  run(print: (result: object) => void, options: BenchOptions): Promise<void>;
}

/** A whole number given as an option. @throws Error when it is none */
export function numberOption(options: BenchOptions, name: string, otherwise: number): number {
  const value = options[name];
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} must be a whole number from 1`);
  return number;
}

/** The middle value; of an even number of values the lower of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** Rounds for printing: three digits that count, and no more than the unit for large numbers. */
export function rounded(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
