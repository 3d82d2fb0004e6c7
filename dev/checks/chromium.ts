import { findProgram } from '../services/processes/find-program.js';
import { runProgram } from '../services/processes/run-program.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'] as const;

/** The path of a browser that the browser tests can drive; undefined when this machine has none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  return findProgram(NAMES, env);
}

/**
 * Makes sure that there is a browser, as far as this user can: root installs Debian's, and shows what apt fetches.
 * Without one the browser tests fail and say so.
 */
export async function installChromium(log: (line: string) => void): Promise<void> {
  if ((await findChromium()) !== undefined) return;
  if (process.getuid?.() !== 0 || (await findProgram(['apt-get'], process.env)) === undefined) {
    log('There is no chromium on the PATH and only root can install it: the browser tests will fail.');
    return;
  }
  log('Installing chromium for the browser tests');
  const options = ['-y', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0'];
  // The lists may be old, or none: they are fetched only when the package is not found with them.
  const installed =
    (await aptGet(['install', ...options, 'chromium'])) ||
    ((await aptGet(['update'])) && (await aptGet(['install', ...options, 'chromium'])));
  if (!installed) log('chromium could not be installed: the browser tests will fail.');
}

async function aptGet(args: readonly string[]): Promise<boolean> {
  try {
    await runProgram('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      onLine: (line) => {
        if (/^(Get:|Fetched |Setting up )/.test(line)) process.stdout.write(`  ${line}\n`);
      },
    });
    return true;
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
}
