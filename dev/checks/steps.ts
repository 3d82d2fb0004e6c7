import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { YOUNG_SPACE } from '../node-flags.js';
import { mochaCounts } from './mocha-counts.js';
import type { Counts, Step } from './run-step.js';

const MINUTE_MS = 60_000;
const SOURCES = [
  'api',
  'worker',
  'gateway',
  'shared',
  'dev',
  'stand-in',
  'bench',
  'test',
  'console',
] as const;
/** The niceness of the checks and of the unit tests: the lanes take longer. */
const CHECKS_NICENESS = 8;
const PROCESSORS = availableParallelism();

const countAsOne = (_lines: readonly string[], ok: boolean): Counts =>
  ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

function tool(name: string, path: string, ...args: string[]): Step {
  return {
    name,
    command: [process.execPath, YOUNG_SPACE, join('node_modules', path), ...args],
    limitMs: 20 * MINUTE_MS,
    niceness: CHECKS_NICENESS,
    isQuiet: true,
    count: countAsOne,
  };
}

/** The static checks. Each counts as one in the totals. */
export function checkSteps(): readonly Step[] {
  return [
    tool('types', 'typescript-7/bin/tsc', '-p', 'tsconfig.json'),
    tool('types of the browser files', 'typescript-7/bin/tsc', '-p', 'tsconfig.browser.json'),
    tool('types of the console', 'typescript-7/bin/tsc', '-p', 'console/tsconfig.json'),
    tool('lint', 'oxlint/bin/oxlint'),
    tool('format', 'oxfmt/bin/oxfmt', '--check'),
    tool(
      'dependency rules',
      'dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      ...SOURCES.filter((folder) => existsSync(folder)),
    ),
    tool('dead code', 'knip/bin/knip.js', '--no-progress'),
  ];
}

/** Which tests run: their compiled files by kind, and the user's options for mocha. */
export interface Selection {
  /** Files in a folder `unit`, which need no stores. */
  readonly unit: readonly string[];
  readonly others: readonly string[];
  readonly options: readonly string[];
}

/**
 * Selects tests by folder and name. `npm test` runs the pure rules (`unit/`), the contracts over HTTP (`http/`,
 * `contract/`) and a story of each family (`*.story.test.ts`), without `*.long.test.ts`; `hasAll` adds every other test.
 * When the arguments name files, only these run. Stories, properties and long files come first, so that none begins when
 * the other files have ended.
 * @param given the user's arguments for mocha; files with or without `.test.ts`
 */
export function selectTests(given: readonly string[], hasAll: boolean): Selection {
  const args = given.map((arg) => (existsSync(`${arg}.test.ts`) ? `${arg}.test.ts` : arg));
  const named = args.filter(isTestFile).map(compiled);
  const files = named.length > 0 ? named : compiledTests().filter((file) => hasAll || isOfNpmTest(file));
  const others = files.filter((file) => !isUnit(file));
  return {
    unit: files.filter(isUnit),
    others: [...others.filter(takesLong), ...others.filter((file) => !takesLong(file))],
    options: args.filter((arg) => !isTestFile(arg)),
  };
}

/** The steps that run the selected tests; none for a kind without files. */
export interface TestSteps {
  /** One process for all unit tests. */
  readonly unit: readonly Step[];
  /** Lanes for the other tests. Each has its own MongoDB and Redis, and takes the next file when it has ended one. */
  readonly lanes: readonly Step[];
  /** The stories on the air, one by one: each emulated machine takes a processor. */
  readonly air: readonly Step[];
}

export function testSteps({ unit, others: all, options }: Selection): TestSteps {
  const air = all.filter(isOnAir);
  const others = all.filter((file) => !isOnAir(file));
  // One lane more than processors, since tests wait for processes, timers and browsers; an emulated machine takes one.
  const lanes = Math.min(air.length > 0 ? PROCESSORS : PROCESSORS + 1, others.length);
  const progress = ['dist/dev/checks/progress-reporter.js', '--reporter-option', `files=${others.length}`];
  const unitStep: Step = {
    name: 'unit tests',
    ...mocha('dist/test/fixtures/seed.js', [
      '--timeout',
      '1800000',
      '--reporter',
      'dot',
      ...options,
      ...unit,
    ]),
    niceness: CHECKS_NICENESS,
    isQuiet: true,
  };
  const lanesStep: Step = {
    name: 'tests',
    ...mocha('dist/test/fixtures/stack.js', [
      ...['--timeout', '1800000', '--parallel', '--jobs', String(lanes)],
      ...['--reporter', ...progress, ...options, ...others],
    ]),
    env: { AIRFLEET_TEST_LANES: String(lanes) },
    niceness: 0,
    isQuiet: false,
  };
  const airStep: Step = {
    name: 'tests on the air',
    ...mocha('dist/test/fixtures/stack.js', ['--timeout', '1800000', '--slow', '0', ...options, ...air]),
    niceness: 0,
    isQuiet: false,
  };
  return {
    unit: unit.length > 0 ? [unitStep] : [],
    lanes: others.length > 0 ? [lanesStep] : [],
    air: air.length > 0 ? [airStep] : [],
  };
}

function mocha(setUp: string, args: readonly string[]): Pick<Step, 'command' | 'limitMs' | 'count'> {
  const program = ['--enable-source-maps', YOUNG_SPACE, join('node_modules', 'mocha/bin/mocha.js')];
  return {
    command: [process.execPath, ...program, '--no-config', '--require', setUp, ...args],
    limitMs: 120 * MINUTE_MS,
    count: mochaCounts,
  };
}

function compiledTests(): string[] {
  return ['dist/stand-in/test', 'dist/test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.js'))
      .sort()
      .map((name) => join(folder, name)),
  );
}

function isUnit(file: string): boolean {
  return file.includes('/unit/');
}

function isOnAir(file: string): boolean {
  return file.startsWith('dist/test/air/');
}

function isOfNpmTest(file: string): boolean {
  if (file.endsWith('.long.test.js')) return false;
  return isUnit(file) || /\/(http|contract)\//.test(file) || file.endsWith('.story.test.js');
}

/** Whether a test takes long for its kind. */
function takesLong(file: string): boolean {
  return /\.(story|long|property)\.test\.js$/.test(file);
}

function isTestFile(arg: string): boolean {
  return /\.test\.[jt]s$/.test(arg);
}

/** The path of the compiled test: `dist/test/access/x.test.js` for `test/access/x.test.ts`. */
function compiled(file: string): string {
  const path = relative('.', file).replace(/\.ts$/, '.js');
  return path.startsWith('dist') ? path : join('dist', path);
}
