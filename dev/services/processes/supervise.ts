import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, processTree, signalTree } from './process-tree.js';

/** What to run, and how it is told to stop. */
export interface ServerCommand {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stopSignal: NodeJS.Signals;
  /** Both the supervisor's own note and what tells the next start that this one still runs. */
  readonly pidFile: string;
  readonly logFile: string;
}

/** A running server: it ends with this process, however this process ends. */
export interface Supervised {
  readonly exited: boolean;
  stop(): Promise<void>;
  /** SIGKILL of the server and everything below it. */
  kill(): Promise<void>;
  /** SIGSTOP of the server and everything below it; its clients wait. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

const SUPERVISOR = fileURLToPath(new URL('supervisor.js', import.meta.url));

/** Waits until the server of an earlier, killed run is gone: its supervisor is stopping it. */
export async function earlierRunGone(pidFile: string, name: string): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => '0'));
  if (pid <= 0) return;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!commandLine.includes(SUPERVISOR)) return;
  const limit = Date.now() + 30_000;
  while (isAlive(pid)) {
    if (Date.now() > limit) throw new Error(`The ${name} of an earlier start still runs (process ${pid})`);
    await wait(50);
  }
}

/** A handle on the process `child`, a supervisor or anything else that ends when its input does. */
export function superviseChild(child: ChildProcess): Supervised {
  const pid = child.pid ?? 0;
  const exit = child.exitCode === null ? once(child, 'exit') : Promise.resolve([]);
  exit.catch(() => undefined);
  child.stdin?.on('error', () => undefined);
  let paused = false;
  const pause = async (wanted: boolean): Promise<void> => {
    paused = wanted;
    await signalTree(pid, wanted ? 'SIGSTOP' : 'SIGCONT');
  };
  return {
    get exited() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    stop: async () => {
      if (paused) await pause(false);
      child.stdin?.end();
      await exit;
    },
    kill: async () => {
      const tree = await processTree(pid);
      await signalTree(pid, 'SIGKILL');
      await exit;
      while (tree.some(isAlive)) await wait(10);
    },
    pause: () => pause(true),
    resume: () => pause(false),
  };
}

/** Starts a server under a supervisor, in a session of its own so that Ctrl-C does not reach it. */
export async function supervise(server: ServerCommand): Promise<Supervised> {
  await earlierRunGone(server.pidFile, server.name);
  const log = openSync(server.logFile, 'a');
  const args = [SUPERVISOR, server.pidFile, server.stopSignal, server.command, ...server.args];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', log, log],
    env: server.env,
    detached: true,
  });
  closeSync(log);
  return superviseChild(child);
}

/** Waits until `ready` says so. Throws with the end of the server's log when it ended or took too long. */
export async function untilReady(
  server: Supervised,
  { name, logFile }: Pick<ServerCommand, 'name' | 'logFile'>,
  ready: () => Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  const limit = Date.now() + limitMs;
  while (!(await ready())) {
    if (!server.exited && Date.now() < limit) {
      await wait(25);
      continue;
    }
    const log = await readFile(logFile, 'utf8').catch(() => '');
    const reason = server.exited ? 'ended at its start' : `was not ready after ${limitMs / 1000} seconds`;
    await server.kill();
    throw new Error(
      `${name} ${reason}. The end of ${logFile}:\n${log.trimEnd().split('\n').slice(-8).join('\n')}`,
    );
  }
}
