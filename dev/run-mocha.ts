import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Runs mocha on this terminal without the project's configuration, and returns its exit code. */
export async function runMocha(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const mocha = join('node_modules', 'mocha/bin/mocha.js');
  const child = spawn(process.execPath, ['--enable-source-maps', mocha, '--no-config', ...args], {
    stdio: 'inherit',
    env,
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
