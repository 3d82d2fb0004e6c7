import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { mochaCounts } from './mocha-counts.js';
import type { Counts, Step } from './run-step.js';

const MINUTE_MS = 60_000;
const SOURCES = ['api', 'worker', 'shared', 'dev', 'bench', 'test'] as const;

/** Folders of tests that start, stop and kill processes, and mostly wait for them. */
const PROCESS_TEST_FOLDERS = ['dev', 'faults', 'fuzz', 'overload'];
/**
 * The tests of processes wait for processes that they pause, kill and overload, and bound how long the others may take;
 * no check does.
 */
const NICENESS = { processTests: 0, tests: 4, checks: 10 } as const;
/** Folders that take about as long as the remaining ones when the checks run before them. */
const JOB_TEST_FOLDERS = ['audit', 'import', 'upgrades', 'webhooks', 'worker'];

const countAsOne = (_lines: readonly string[], ok: boolean): Counts =>
  ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

function tool(name: string, path: string, ...args: string[]): Step {
  return {
    name,
    command: [process.execPath, join('node_modules', path), ...args],
    limitMs: 20 * MINUTE_MS,
    niceness: NICENESS.checks,
    count: countAsOne,
  };
}

/** The static checks. Each counts as one in the totals. */
export function checkSteps(): readonly Step[] {
  return [
    tool('types', 'typescript/bin/tsc', '-p', 'tsconfig.json'),
    tool('types of the browser files', 'typescript/bin/tsc', '-p', 'tsconfig.browser.json'),
    tool('lint', 'eslint/bin/eslint.js', '.', '--max-warnings', '0'),
    tool('format', 'prettier/bin/prettier.cjs', '--check', '.', '--log-level', 'warn'),
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

/**
 * All tests as three runs that can run concurrently; each has its own MongoDB and Redis. When the arguments name test
 * files, only these run, each in the run of its folder; a run without files has no step.
 * @param args the user's arguments for mocha
 */
export function testSteps(
  args: readonly string[],
): Record<'tests' | 'jobTests' | 'processTests', readonly Step[]> {
  const files = args.filter(isTestFile).map(compiled);
  const options = args.filter((arg) => !isTestFile(arg));
  const allFolders = readdirSync('dist/test');
  const allBut = (kept: readonly string[]): string[] => allFolders.filter((folder) => !kept.includes(folder));
  const named = [...PROCESS_TEST_FOLDERS, ...JOB_TEST_FOLDERS];
  return {
    tests: mochaSteps('tests', NICENESS.tests, named, files, options),
    jobTests: mochaSteps(
      'tests of jobs and imports',
      NICENESS.tests,
      allBut(JOB_TEST_FOLDERS),
      files,
      options,
    ),
    processTests: mochaSteps(
      'tests with processes of their own',
      NICENESS.processTests,
      allBut(PROCESS_TEST_FOLDERS),
      files,
      options,
    ),
  };
}

function isTestFile(arg: string): boolean {
  return /\.test\.[jt]s$/.test(arg);
}

/** The path of the compiled test: `dist/test/access/x.test.js` for `test/access/x.test.ts`. */
function compiled(file: string): string {
  const path = relative('.', file).replace(/\.ts$/, '.js');
  return path.startsWith('dist') ? path : join('dist', path);
}

/** @param folders those that the run leaves out */
function mochaSteps(
  name: string,
  niceness: number,
  folders: readonly string[],
  named: readonly string[],
  options: readonly string[],
): Step[] {
  const files = named.filter((file) => !folders.some((folder) => file.startsWith(`dist/test/${folder}/`)));
  if (named.length > 0 && files.length === 0) return [];
  const ignored = folders.flatMap((folder) => ['--ignore', `dist/test/${folder}/**`]);
  const specs = named.length > 0 ? files : [...ignored, 'dist/test/**/*.test.js'];
  const mocha = ['--enable-source-maps', join('node_modules', 'mocha/bin/mocha.js')];
  return [
    {
      name,
      command: [process.execPath, ...mocha, ...options, ...specs],
      limitMs: 40 * MINUTE_MS,
      niceness,
      count: mochaCounts,
    },
  ];
}
