import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, processTree, signalTree } from './process-tree.js';

/** A server to run, and how to stop it. */
export interface ServerCommand {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stopSignal: NodeJS.Signals;
  /** Holds the supervisor's process id, by which the next start finds out whether this one is still running. */
  readonly pidFile: string;
  readonly logFile: string;
}

/** A running server. It ends with this process, even if this process is killed. */
export interface Supervised {
  readonly exited: boolean;
  stop(): Promise<void>;
  /** Sends SIGKILL to the server and its descendants. */
  kill(): Promise<void>;
  /** Sends SIGSTOP to the server and its descendants. Clients stay connected and wait. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

const SUPERVISOR = fileURLToPath(new URL('supervisor.js', import.meta.url));

/** Waits until the supervisor of an earlier, killed run has stopped its server. */
export async function waitForEarlierRun(pidFile: string, name: string): Promise<void> {
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

/** A handle on `child`, a supervisor or another process that ends when its input ends. */
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
  await waitForEarlierRun(server.pidFile, server.name);
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

/** Waits until `ready` returns true. Throws with the end of the server's log if it ended or the limit has passed. */
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
