import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { signalTree } from '../services/processes/process-tree.js';

export interface Step {
  readonly name: string;
  /** Program and arguments; a script of this project or of a package is run by the Node that runs this. */
  readonly command: readonly [program: string, ...args: string[]];
  /** A step that takes longer is ended and counts as failed. */
  readonly limitMs: number;
}

export interface StepResult {
  readonly ok: boolean;
  readonly seconds: number;
  readonly lines: readonly string[];
}

const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs one step to its end with its output passed on line by line, and with no input. A signal to this process
 * ends the step and everything below it, and then this process.
 */
export async function runStep({ name, command, limitMs }: Step, env: NodeJS.ProcessEnv): Promise<StepResult> {
  const started = performance.now();
  const [program, ...args] = command;
  // A group of its own: what the step leaves behind is found below it and ended with it.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true });
  const lines: string[] = [];
  const passOn = (line: string): void => {
    lines.push(line);
    // Some tools colour their output wherever it goes.
    process.stdout.write(`${process.stdout.isTTY ? line : stripVTControlCharacters(line)}\n`);
  };
  createInterface({ input: child.stdout }).on('line', passOn);
  createInterface({ input: child.stderr }).on('line', passOn);

  const end = (): Promise<void> => signalTree(child.pid ?? 0, 'SIGKILL');
  const interrupted = (): void => {
    void end().finally(() => process.exit(130));
  };
  for (const signal of INTERRUPTS) process.once(signal, interrupted);
  const limit = setTimeout(() => {
    passOn(`${name} was ended: it took more than ${limitMs / 60_000} minutes`);
    void end();
  }, limitMs);

  const ok = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      passOn(`${program}: ${error.message}`);
      resolve(false);
    });
    child.once('close', (code) => {
      resolve(code === 0);
    });
  });
  clearTimeout(limit);
  for (const signal of INTERRUPTS) process.off(signal, interrupted);
  return { ok, seconds: (performance.now() - started) / 1000, lines };
}
