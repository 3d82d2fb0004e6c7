import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { rounded, type Benchmark } from './benchmark.js';

/** A ratio that is worse than the last one by more than this share is a regression. */
const TOLERANCE = 0.15;

/** Ratios of these benchmarks or cases are throughputs: the higher, the better. */
const HIGHER_IS_BETTER =
  /^(?:import|overhead|heartbeat|rollout bind|rollout heartbeats|configuration heartbeats|configuration documents)\b/;
const RATIOS = ['ratio', 'toRaw', 'toSingle', 'toBare'] as const;
/** The fields that name the case of a result. */
const CASE = ['case', 'request', 'unit', 'search', 'caller', 'page', 'side'] as const;

/** Ratios by benchmark and case. */
type Ratios = Record<string, number>;

/**
 * Runs every benchmark at a small size, and compares its ratios with those of the last run on a machine of the same
 * kind, which `file` holds. Stores the ratios of this run in it.
 * @returns the ratios that are over 15 % worse
 */
export async function runAll(
  benchmarks: readonly Benchmark[],
  file: string,
  print: (result: object) => void,
): Promise<readonly string[]> {
  const ratios: Ratios = {};
  const began = performance.now();
  for (const benchmark of benchmarks) {
    const { values } = parseArgs({ args: [...benchmark.small], options: benchmark.options, strict: true });
    await benchmark.run((result) => {
      print({ bench: benchmark.name, ...result });
      Object.assign(ratios, ratiosOf(benchmark.name, result as Record<string, unknown>));
    }, values);
  }
  const runs = await storedRuns(file);
  const kind = machineKind();
  const worse = regressions(runs[kind] ?? {}, ratios);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...runs, [kind]: ratios }, null, 2));
  const minutes = rounded((performance.now() - began) / 60_000);
  print({ machine: kind, ratios: Object.keys(ratios).length, compared: kind in runs, worse, minutes });
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

/** Describes each ratio that is over 15 % worse than before. A ratio without an earlier one is not compared. */
export function regressions(before: Readonly<Ratios>, after: Readonly<Ratios>): string[] {
  return Object.entries(after).flatMap(([name, ratio]) => {
    const last = before[name];
    if (last === undefined) return [];
    const change = HIGHER_IS_BETTER.test(name) ? last / ratio : ratio / last;
    return change > 1 + TOLERANCE ? [`${name}: ${last} before, ${ratio} now`] : [];
  });
}

async function storedRuns(file: string): Promise<Record<string, Ratios>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Record<string, Ratios>;
}

/** Processors, memory and version of Node: runs of the same kind are comparable. */
function machineKind(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const [version = ''] = process.version.split('.');
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}, ${memory} GiB, Node ${version}`;
}
