import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { YOUNG_SPACE } from '../node-flags.js';
import { signalTree } from '../../stand-in/processes/process-tree.js';

export interface ProcessPlan {
  readonly name: string;
  /** The path of the compiled script, and its arguments. */
  readonly command: readonly [script: string, ...args: string[]];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  /** Answers 200 once the process is ready. Without a URL, the process counts as ready at once. */
  readonly readyUrl?: string;
  /** Receives the lines of the log instead of the file. */
  readonly onLine?: (line: string) => void;
  /** Whether to restart a process that ends by itself. */
  readonly restarts: boolean;
}

const END_WITH_PARENT = new URL('end-with-parent.js', import.meta.url).href;
const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 20_000;
const RESTART_AFTER_MS = 500;
/** A process that ends this often, each time within UP_FOR_MS of its start, is given up. */
const MAX_FAILURES = 5;
const STABLE_AFTER_MS = 10_000;

/**
 * A process of the demo. It runs in a separate session, so that Ctrl-C does not reach it before the demo stops it.
 */
export class ManagedProcess {
  private child: ChildProcess | null = null;
  private failures = 0;

  /**
   * @param report prints one line when the process ends by itself
   * @param giveUp called when the process keeps ending
   */
  constructor(
    private readonly plan: ProcessPlan,
    private readonly report: (line: string) => void,
    private readonly giveUp: (error: Error) => void,
  ) {}

  /**
   * Starts the process and waits until it is ready. @throws Error with the end of its log when it does not become
   * ready
   */
  async start(): Promise<void> {
    const child = this.launch();
    const { readyUrl } = this.plan;
    const limit = Date.now() + READY_WITHIN_MS;
    while (readyUrl !== undefined && !(await isReady(readyUrl))) {
      if (hasEnded(child)) throw await this.failure('ended at its start');
      if (Date.now() > limit) {
        await this.stop();
        throw await this.failure(`was not ready after ${READY_WITHIN_MS / 1000} seconds`);
      }
      await wait(50);
    }
    this.watch(child);
  }

  /** Stops the process and starts it again. @throws as `start` */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null || hasEnded(child)) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => void signalTree(child.pid ?? 0, 'SIGKILL'), STOP_WITHIN_MS);
    await exited;
    clearTimeout(late);
  }

  private launch(): ChildProcess {
    const { command, env, logFile, onLine } = this.plan;
    const args = [YOUNG_SPACE, '--enable-source-maps', '--import', END_WITH_PARENT, ...command];
    const output = onLine ? 'pipe' : openSync(logFile, 'a');
    const child = spawn(process.execPath, args, { stdio: ['pipe', output, output], env, detached: true });
    if (typeof output === 'number') closeSync(output);
    child.stdin?.on('error', () => undefined);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream && onLine) createInterface({ input: stream }).on('line', onLine);
    }
    this.child = child;
    return child;
  }

  private watch(child: ChildProcess): void {
    const started = Date.now();
    child.once('exit', (code, signal) => {
      if (child !== this.child) return;
      const { name, restarts } = this.plan;
      const ended = `The ${name} ended (${signal ?? `exit code ${code ?? 0}`})`;
      if (!restarts) {
        this.report(`${ended}.`);
        return;
      }
      this.failures = Date.now() - started > STABLE_AFTER_MS ? 1 : this.failures + 1;
      if (this.failures > MAX_FAILURES) {
        void this.failure('keeps ending').then(this.giveUp);
        return;
      }
      this.report(`${ended}; it is started again.`);
      setTimeout(() => {
        if (child === this.child) this.watch(this.launch());
      }, RESTART_AFTER_MS);
    });
  }

  private async failure(what: string): Promise<Error> {
    const { name, logFile, onLine } = this.plan;
    if (onLine) return new Error(`The ${name} ${what}.`);
    const log = await readFile(logFile, 'utf8').catch(() => '');
    const lines = log.trimEnd().split('\n').slice(-8).join('\n');
    return new Error(`The ${name} ${what}. The end of ${logFile}:\n${lines}`);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
