import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { measureMs } from './alternate.js';
import { rounded, type Benchmark } from './benchmark.js';

/** A ratio that is worse than each of the last runs by more than this share is a regression. */
const TOLERANCE = 0.15;
const KEPT_RUNS = 5;
/** Benchmarks are repeated within this time, so that all of them take less than ten minutes. */
const REPEATED_WITHIN_MS = 9.5 * 60_000;
/** Noise seldom makes the same ratio worse three times. */
const REPEATS = 2;

/** Ratios of these benchmarks or cases are throughputs: the higher, the better. */
const HIGHER_IS_BETTER =
  /^(?:import|heartbeat|rollout bind|rollout heartbeats|configuration heartbeats|configuration documents)\b/;
/** Ratios of the same request in two fleets. One under 1 counts as 1: only noise makes the larger or older fleet faster. */
const BETWEEN_FLEETS = /^(?:page|search|age|console)\b.* ratio$/;
const RATIOS = ['ratio', 'toRaw', 'toSingle', 'toBare'] as const;
/** The fields that name the case of a result. */
const CASE = ['case', 'request', 'unit', 'search', 'caller', 'page', 'side'] as const;

/** Ratios by benchmark and case. */
type Ratios = Record<string, number>;

interface Regression {
  readonly ratio: string;
  readonly worstBefore: number;
  readonly now: number;
}

/**
 * Runs every benchmark at a small size, and compares its ratios with those of the last five runs on machines of the same
 * kind, which `file` holds. Cases with a worse ratio run up to twice more, and the best one counts. Stores the ratios of
 * this run.
 * @returns the ratios that are over 15 % worse than in any of the earlier runs
 */
export async function runAll(
  benchmarks: readonly Benchmark[],
  file: string,
  print: (result: object) => void,
): Promise<readonly Regression[]> {
  const began = performance.now();
  /** The case of each ratio, as `--case` names it. */
  const cases: Record<string, string> = {};
  const measure = async (benchmark: Benchmark, chosen: readonly string[]): Promise<Ratios> => {
    const ratios: Ratios = {};
    const args = [...benchmark.small, ...chosen.map((each) => `--case=${each}`)];
    const { values } = parseArgs({ args, options: benchmark.options, strict: true });
    await benchmark.run((result) => {
      print({ bench: benchmark.name, ...result });
      const found = ratiosOf(benchmark.name, result as Record<string, unknown>);
      for (const ratio of Object.keys(found)) cases[ratio] = caseOf(result as Record<string, unknown>);
      Object.assign(ratios, found);
    }, values);
    return ratios;
  };
  const runs = await storedRuns(file);
  const kind = machineKind();
  const before = runs[kind] ?? [];
  const measured: { benchmark: Benchmark; ratios: Ratios; tookMs: number }[] = [];
  for (const benchmark of benchmarks) {
    let ratios: Ratios = {};
    const tookMs = await measureMs(async () => {
      ratios = await measure(benchmark, []);
    });
    measured.push({ benchmark, ratios, tookMs });
  }
  const repeated: string[] = [];
  for (const each of Array.from({ length: REPEATS }, () => measured).flat()) {
    const again = new Set(regressions(before, each.ratios).map(({ ratio }) => cases[ratio] ?? ''));
    const chosen = 'case' in each.benchmark.options ? [...again] : [];
    const willTakeMs = chosen.length > 0 ? each.tookMs / 2 : each.tookMs;
    if (again.size === 0 || performance.now() - began + willTakeMs > REPEATED_WITHIN_MS) continue;
    repeated.push(each.benchmark.name);
    each.ratios = betterOf(each.ratios, await measure(each.benchmark, chosen));
  }
  const ratios = Object.assign({}, ...measured.map((each) => each.ratios)) as Ratios;
  const worse = regressions(before, ratios);
  await mkdir(dirname(file), { recursive: true });
  const stored = { ...runs, [kind]: [ratios, ...before].slice(0, KEPT_RUNS) };
  await writeFile(file, JSON.stringify(stored, null, 2));
  const minutes = rounded((performance.now() - began) / 60_000);
  const count = Object.keys(ratios).length;
  print({ machine: kind, ratios: count, comparedWith: before.length, repeated, worse, minutes });
  return worse;
}

/** What `--case` calls the case of a result. */
function caseOf(result: Readonly<Record<string, unknown>>): string {
  const name = result['case'] ?? result['search'];
  return typeof name === 'string' ? name : '';
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

/** The ratios that are over 15 % worse than in any run before. One without an earlier ratio is not compared. */
export function regressions(before: readonly Readonly<Ratios>[], after: Readonly<Ratios>): Regression[] {
  return Object.entries(after).flatMap(([name, now]) => {
    const earlier = before.flatMap((run) => run[name] ?? []);
    if (earlier.length === 0) return [];
    const isHigher = HIGHER_IS_BETTER.test(name);
    const worst = isHigher ? Math.min(...earlier) : Math.max(...earlier);
    const change = isHigher ? worst / now : now / (BETWEEN_FLEETS.test(name) ? Math.max(worst, 1) : worst);
    return change > 1 + TOLERANCE ? [{ ratio: name, worstBefore: worst, now }] : [];
  });
}

/** The better of two ratios of each case. */
export function betterOf(one: Readonly<Ratios>, other: Readonly<Ratios>): Ratios {
  const better = Object.entries(other).map(([name, ratio]): [string, number] => {
    const choose = HIGHER_IS_BETTER.test(name) ? Math.max : Math.min;
    return [name, choose(ratio, one[name] ?? ratio)];
  });
  return { ...one, ...Object.fromEntries(better) };
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
