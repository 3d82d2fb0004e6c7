import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { QUIET } from './bench-api.js';

const LOOK_EVERY_MS = 50;
const READY_WITHIN_MS = 60_000;

/** A server in a process of its own. */
export interface Program {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a server, named by its path from this folder, on a database and a free port, and waits until it is ready.
 * @throws Error when it ends before that
 */
export async function startProgram(path: string, mongodbUri: string, settings = {}): Promise<Program> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(path, import.meta.url))], {
    env: { ...process.env, ...QUIET, LOG_LEVEL: 'info', MONGODB_URI: mongodbUri, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    // Read to the end: a full pipe would stop the process.
    createInterface(child.stdout).on('line', (line) => {
      const said = /"(?:url|probes)":"([^"]+)"/.exec(line)?.[1];
      if (said !== undefined) resolve(said);
    });
    void gone.then(() => {
      reject(new Error(`${path} ended before it listened`));
    });
  });
  const until = performance.now() + READY_WITHIN_MS;
  while ((await fetch(new URL('/readyz', url))).status !== 200) {
    if (performance.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`${path} is not ready after ${READY_WITHIN_MS / 1000} s`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
