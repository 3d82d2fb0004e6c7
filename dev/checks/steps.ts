import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { YOUNG_SPACE } from '../node-flags.js';
import { mochaCounts } from './mocha-counts.js';
import type { Counts, Step } from './run-step.js';

const MINUTE_MS = 60_000;
const SOURCES = ['api', 'worker', 'shared', 'dev', 'bench', 'test', 'console'] as const;

/** Tests that keep the processors busy for ten seconds: `npm run test:all` runs them, and `npm test` when it names them. */
const LONG = 'dist/test/**/*.long.test.js';

/** The niceness of the checks: no test waits for one. */
const CHECKS_NICENESS = 12;

interface Lane {
  readonly name: string;
  /** The folders of its tests; the others run in `rest`. */
  readonly folders: readonly string[];
  readonly niceness: number;
}

/**
 * Lanes that take about as long as each other. The tests of faults pause, kill and overload processes and bound how long
 * the others may take, so they get most of the processors when they want them. Those of commands start the service as
 * users do, with limits of minutes, and mostly wait.
 */
const LANES = {
  faults: {
    name: 'tests of faults',
    folders: ['agent', 'faults', 'gateway', 'import', 'overload', 'platform'],
    niceness: 0,
  },
  commands: {
    name: 'tests of commands and pages',
    folders: ['browser', 'cli', 'console', 'dev', 'plans'],
    niceness: 4,
  },
  jobs: {
    name: 'tests of jobs',
    folders: [
      'access',
      'assignment',
      'bulk',
      'configuration',
      'fuzz',
      'injected',
      'search',
      'upgrades',
      'worker',
    ],
    niceness: 8,
  },
  rest: { name: 'other tests', folders: [], niceness: 8 },
} as const satisfies Record<string, Lane>;

export type LaneName = keyof typeof LANES;

const countAsOne = (_lines: readonly string[], ok: boolean): Counts =>
  ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

function tool(name: string, path: string, ...args: string[]): Step {
  return {
    name,
    command: [process.execPath, YOUNG_SPACE, join('node_modules', path), ...args],
    limitMs: 20 * MINUTE_MS,
    niceness: CHECKS_NICENESS,
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

/**
 * All tests by lane; lanes can run concurrently, and each has its own MongoDB and Redis. When the arguments name test
 * files, only these run, each in the lane of its folder; a lane without files has no step.
 * @param args the user's arguments for mocha
 * @param hasLong whether long tests run that the arguments do not name
 */
export function testSteps(args: readonly string[], hasLong: boolean): Record<LaneName, readonly Step[]> {
  const files = args.filter(isTestFile).map(compiled);
  const options = args.filter((arg) => !isTestFile(arg));
  const allFolders = readdirSync('dist/test');
  const named: readonly string[] = Object.values(LANES).flatMap(({ folders }) => folders);
  const stepsOf = ({ folders, ...lane }: Lane): Step[] => {
    const others = folders.length === 0 ? named : allFolders.filter((folder) => !folders.includes(folder));
    return mochaSteps(lane, { folders: others, patterns: hasLong ? [] : [LONG] }, files, options);
  };
  return {
    faults: stepsOf(LANES.faults),
    commands: stepsOf(LANES.commands),
    jobs: stepsOf(LANES.jobs),
    rest: stepsOf(LANES.rest),
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

/** What a lane leaves out: folders of other lanes, and of the rest what matches a pattern. */
interface LeftOut {
  readonly folders: readonly string[];
  readonly patterns: readonly string[];
}

function mochaSteps(
  { name, niceness }: Pick<Lane, 'name' | 'niceness'>,
  { folders, patterns }: LeftOut,
  named: readonly string[],
  options: readonly string[],
): Step[] {
  const files = named.filter((file) => !folders.some((folder) => file.startsWith(`dist/test/${folder}/`)));
  if (named.length > 0 && files.length === 0) return [];
  const leftOut = [...folders.map((folder) => `dist/test/${folder}/**`), ...patterns];
  const ignored = leftOut.flatMap((pattern) => ['--ignore', pattern]);
  const specs = named.length > 0 ? files : [...ignored, 'dist/test/**/*.test.js'];
  const mocha = ['--enable-source-maps', YOUNG_SPACE, join('node_modules', 'mocha/bin/mocha.js')];
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
