import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { median, rounded, type Benchmark } from './benchmark.js';

/** A ratio that is worse than the median of the last runs by more than this share is reported. */
const TOLERANCE = 0.3;
const KEPT_RUNS = 5;

/** Ratios of these benchmarks or cases are throughputs: the higher, the better. */
const HIGHER_IS_BETTER =
  /^(?:import|heartbeat|rollout bind|rollout heartbeats|configuration heartbeats|configuration documents|ucentral)\b/;
/** Ratios of the same request in two fleets. One under 1 counts as 1: only noise makes the larger or older fleet faster. */
const BETWEEN_FLEETS = /^(?:page|search|age|console)\b.* ratio$/;
const RATIOS = ['ratio', 'toRaw', 'toSingle', 'toBare'] as const;
/** The fields that name the case of a result. */
const CASE = ['case', 'request', 'unit', 'search', 'caller', 'page', 'side'] as const;

/** Ratios by benchmark and case. */
type Ratios = Record<string, number>;

interface Regression {
  readonly ratio: string;
  readonly before: number;
  readonly now: number;
}

/**
 * Runs the benchmarks that have a short form, and compares their ratios with the medians of the last five runs on machines
 * of the same kind, which `file` holds. Stores the ratios of this run.
 * @returns the ratios that are over 30 % worse than their median
 */
export async function runAll(
  benchmarks: readonly Benchmark[],
  file: string,
  print: (result: object) => void,
): Promise<readonly Regression[]> {
  const began = performance.now();
  const ratios: Ratios = {};
  for (const benchmark of benchmarks) {
    const { name, small, options } = benchmark;
    if (small === null) continue;
    const { values } = parseArgs({ args: [...small], options, strict: true });
    await benchmark.run((result) => {
      print({ bench: name, ...result });
      Object.assign(ratios, ratiosOf(name, result as Record<string, unknown>));
    }, values);
  }
  const runs = await storedRuns(file);
  const kind = machineKind();
  const before = runs[kind] ?? [];
  const worse = regressions(before, ratios);
  await mkdir(dirname(file), { recursive: true });
  const stored = { ...runs, [kind]: [ratios, ...before].slice(0, KEPT_RUNS) };
  await writeFile(file, JSON.stringify(stored, null, 2));
  const minutes = rounded((performance.now() - began) / 60_000);
  print({ machine: kind, ratios: Object.keys(ratios).length, comparedWith: before.length, worse, minutes });
  return worse;
}

/** The ratios of one result, each under the name of its benchmark, case and field. */
export function ratiosOf(bench: string, result: Readonly<Record<string, unknown>>): Ratios {
  const name = [bench, ...CASE.map((field) => result[field]).filter((value) => typeof value === 'string')];
  return Object.fromEntries(
    RATIOS.flatMap((field) => {
      const value = result[field];
      // A round's own result is part of the benchmark's.
      return typeof value === 'number' && !('round' in result) ? [[[...name, field].join(' '), value]] : [];
    }),
  );
}

/** The ratios that are over 30 % worse than the median of the runs before. One without an earlier ratio is not compared. */
export function regressions(before: readonly Readonly<Ratios>[], after: Readonly<Ratios>): Regression[] {
  return Object.entries(after).flatMap(([ratio, now]) => {
    const usual = median(before.flatMap((run) => run[ratio] ?? []));
    const change = HIGHER_IS_BETTER.test(ratio)
      ? usual / now
      : now / (BETWEEN_FLEETS.test(ratio) ? Math.max(usual, 1) : usual);
    return change > 1 + TOLERANCE ? [{ ratio, before: usual, now }] : [];
  });
}

/** The latest runs of each kind of machine. */
async function storedRuns(file: string): Promise<Record<string, readonly Ratios[]>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Record<string, readonly Ratios[]>;
}

/** Processors, memory and version of Node: runs of the same kind are comparable. */
function machineKind(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const [version = ''] = process.version.split('.');
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}, ${memory} GiB, Node ${version}`;
}
