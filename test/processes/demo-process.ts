import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { unusedPort } from '../../dev/demo/ports.js';
import { isAlive, processTree } from '../../stand-in/processes/process-tree.js';
import { eventually } from '../fixtures/eventually.js';

const START = fileURLToPath(new URL('../../dev/start.js', import.meta.url));

/** A first start fills the database, and the demo's rollout takes minutes, beside whatever else the machine runs. */
const SAYS_WITHIN_MS = 600_000;

/** `npm start` without npm, with its own data, ports and stores. */
export class DemoProcess {
  output = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;

  private constructor(
    readonly url: string,
    dataDir: string,
    env: NodeJS.ProcessEnv,
  ) {
    this.child = spawn(process.execPath, [START, '--data', dataDir], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    this.ended = once(this.child, 'close');
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
  }

  static async start(dataDir: string, wishes: NodeJS.ProcessEnv = {}): Promise<DemoProcess> {
    const { MONGODB_URI: _mongo, REDIS_URL: _redis, ...env } = process.env;
    const names = ['PORT', 'WORKER_PORT', 'UCENTRAL_PORT', 'GATEWAY_ADMIN_PORT'];
    const ports: Record<string, string> = {};
    for (const name of names) ports[name] = String(await unusedPort('127.0.0.1'));
    return new DemoProcess(`http://127.0.0.1:${ports['PORT']}`, dataDir, { ...env, ...ports, ...wishes });
  }

  get exitCode(): number | null {
    return this.child.exitCode;
  }

  /** Waits until the output contains the text; fails at once when the process ends without it. */
  async says(text: string): Promise<void> {
    await eventually(
      `"${text}" in the output`,
      () => {
        if (this.output.includes(text)) return true;
        if (this.child.exitCode !== null)
          throw new Error(`It ended without saying "${text}":\n${this.output}`);
        return false;
      },
      SAYS_WITHIN_MS,
    );
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits for the end and returns the exit code. */
  async end(): Promise<number | null> {
    await this.ended;
    return this.child.exitCode;
  }

  /** The process ids of the command and all its descendants. */
  tree(): Promise<number[]> {
    return processTree(this.child.pid ?? 0);
  }

  /** The descendant that runs this script. */
  async childRunning(script: string): Promise<number | undefined> {
    for (const pid of await this.tree()) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (command.split('\0').some((part) => part.endsWith(script))) return pid;
    }
    return undefined;
  }
}

/** Waits until all of these processes have ended. */
export async function allGone(pids: readonly number[]): Promise<void> {
  await eventually('every process has ended', () => !pids.some(isAlive));
}
