import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from './run-step.js';

const MINUTE_MS = 60_000;
const SOURCES = ['api', 'worker', 'shared', 'dev', 'bench', 'test'] as const;

function tool(name: string, path: string, ...args: string[]): Step {
  return {
    name,
    command: [process.execPath, join('node_modules', path), ...args],
    limitMs: 5 * MINUTE_MS,
  };
}

/** Everything that is checked without running the project; each counts as one in the closing line. */
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

/** Every test, in one run over one MongoDB and one Redis. */
export function testStep(): Step {
  return {
    name: 'tests',
    command: [process.execPath, '--enable-source-maps', join('node_modules', 'mocha/bin/mocha.js')],
    limitMs: 13 * MINUTE_MS,
  };
}
