import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { signalTree } from '../services/processes/process-tree.js';

/** One of the project's own processes, as it is run. */
export interface ProcessPlan {
  readonly name: string;
  /** Path of the compiled script, and its arguments. */
  readonly command: readonly [script: string, ...args: string[]];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  /** Answers 200 once the process does its work; none: it does so at once. */
  readonly readyUrl?: string;
}

export interface KeptProcess {
  stop(): Promise<void>;
}

const END_WITH_PARENT = new URL('end-with-parent.js', import.meta.url).href;
const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 20_000;
const RESTART_AFTER_MS = 500;
/** Ended this often before it was up for so long: it will not come up. */
const HOPELESS = 5;
const UP_FOR_MS = 10_000;

/**
 * Starts a process, waits until it is ready, and from then on starts it again whenever it ends by itself; `note`
 * is told so in one line. It gets a session of its own, so that Ctrl-C does not reach it and it is stopped in
 * its turn.
 * @throws with the end of its log, when it does not come up
 */
export async function keepRunning(
  plan: ProcessPlan,
  note: (line: string) => void,
  giveUp: (error: Error) => void,
): Promise<KeptProcess> {
  let stopping = false;
  let failures = 0;
  let child = launch(plan);
  await untilReady(plan, child);
  watch();

  function watch(): void {
    const started = Date.now();
    child.once('exit', (code, signal) => {
      if (stopping) return;
      failures = Date.now() - started > UP_FOR_MS ? 1 : failures + 1;
      if (failures > HOPELESS) {
        void failed(plan, 'ends again and again').then(giveUp);
        return;
      }
      note(`The ${plan.name} ended (${signal ?? `exit code ${code ?? 0}`}); it is started again.`);
      setTimeout(again, RESTART_AFTER_MS);
    });
  }

  function again(): void {
    if (stopping) return;
    child = launch(plan);
    watch();
  }

  return {
    async stop() {
      stopping = true;
      await end(child);
    },
  };
}

function launch({ command, env, logFile }: ProcessPlan): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', END_WITH_PARENT, ...command], {
    stdio: ['pipe', log, log],
    env,
    detached: true,
  });
  closeSync(log);
  child.stdin?.on('error', () => undefined);
  return child;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => {
    void signalTree(child.pid ?? 0, 'SIGKILL');
  }, STOP_WITHIN_MS);
  await exited;
  clearTimeout(late);
}

async function untilReady(plan: ProcessPlan, child: ChildProcess): Promise<void> {
  const { readyUrl } = plan;
  if (readyUrl === undefined) return;
  const limit = Date.now() + READY_WITHIN_MS;
  for (;;) {
    if (hasEnded(child)) throw await failed(plan, 'ended at its start');
    if (await answers(readyUrl)) return;
    await wait(50);
    if (Date.now() < limit) continue;
    await end(child);
    throw await failed(plan, `was not ready after ${READY_WITHIN_MS / 1000} seconds`);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

async function failed({ name, logFile }: ProcessPlan, what: string): Promise<Error> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  const lines = log.trimEnd().split('\n').slice(-8).join('\n');
  return new Error(`The ${name} ${what}. The end of ${logFile}:\n${lines}`);
}
