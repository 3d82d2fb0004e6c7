import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { YOUNG_SPACE } from '../../dev/node-flags.js';
import { BENCH_ENV } from './bench-api.js';

/** Ends the server however the benchmark ends. */
const END_WITH_PARENT = new URL('../../dev/demo/end-with-parent.js', import.meta.url).href;
const POLL_INTERVAL_MS = 50;
const READY_WITHIN_MS = 60_000;

/** A server in a separate process. */
export interface Program {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

/**
 * Starts a server with the given database on a free port, and waits until it is ready.
 * @param path of the compiled project, such as `programs/api.js`
 * @throws Error when the process ends before it is ready
 */
export async function startProgram(path: string, mongodbUri: string, settings = {}): Promise<Program> {
  const child = spawn(
    process.execPath,
    [YOUNG_SPACE, '--import', END_WITH_PARENT, fileURLToPath(new URL(`../../${path}`, import.meta.url))],
    {
      env: { ...process.env, ...BENCH_ENV, LOG_LEVEL: 'info', MONGODB_URI: mongodbUri, ...settings },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const gone = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    // Drains the pipe: a full one blocks the process.
    createInterface(child.stdout).on('line', (line) => {
      const address = /"(?:url|probes)":"([^"]+)"/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    void gone.then(() => {
      reject(new Error(`${path} ended before it listened`));
    });
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  while ((await fetch(new URL('/readyz', url))).status !== 200) {
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${path} is not ready after ${READY_WITHIN_MS / 1000} s`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  return {
    url,
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
