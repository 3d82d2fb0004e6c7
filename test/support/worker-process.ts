import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Step } from '../../shared/domain/steps.js';

const MAIN = fileURLToPath(new URL('../../worker/main.js', import.meta.url));
const MOST_MS = 30_000;

/** A worker in a process of its own. */
export interface WorkerProcess {
  /**
   * How it ended: an exit code or the name of a signal.
   * @throws Error when it has not ended within half a minute; then it is ended
   */
  ended(): Promise<number | string>;
  /** Asks it to stop, as an operator would, and gives how it ended. */
  stop(): Promise<number | string>;
  /** Ends it as a power cut would, if it has not ended. */
  kill(): Promise<void>;
}

/** Starts one with these settings; with `killAt` it ends itself there as by a power cut. */
export function startWorkerProcess(env: Readonly<Record<string, string>>, killAt?: Step): WorkerProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...env, ...(killAt ? { AIRFLEET_KILL_AT: killAt } : {}) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;

  async function ended(): Promise<number | string> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => {
        resolve(null);
      }, MOST_MS);
    });
    const end = await Promise.race([exit, late]);
    clearTimeout(timer);
    if (end) return end[0] ?? end[1] ?? 'nothing';
    child.kill('SIGKILL');
    throw new Error(`The worker${killAt ? ` that was to die at ${killAt}` : ''} did not end`);
  }

  return {
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended();
    },
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
