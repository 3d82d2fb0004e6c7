import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { signalTree } from '../services/processes/process-tree.js';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export interface Step {
  readonly name: string;
  /** Program and arguments; a script of this project or of a package is run by the Node that runs this. */
  readonly command: readonly [program: string, ...args: string[]];
  /** A step that takes longer is ended and counts as failed. */
  readonly limitMs: number;
  /** What it counts as, by its output and whether it went well. */
  readonly count: (lines: readonly string[], ok: boolean) => Counts;
}

export interface StepResult {
  readonly ok: boolean;
  readonly seconds: number;
  readonly counts: Counts;
}

/** Where a step runs. */
export interface StepContext {
  readonly env: NodeJS.ProcessEnv;
  /** Whether colours reach somebody. */
  readonly colours: boolean;
  readonly print: (line: string) => void;
  /** Ends the step and everything below it. */
  readonly interrupted: AbortSignal;
}

/** Runs one step to its end with its output passed on line by line, and with no input. */
export async function runStep(
  { name, command, limitMs, count }: Step,
  { env, colours, print, interrupted }: StepContext,
): Promise<StepResult> {
  const started = performance.now();
  const [program, ...args] = command;
  // A group of its own: what the step leaves behind is found below it and ended with it.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true });
  const lines: string[] = [];
  const printLine = (line: string): void => {
    lines.push(line);
    // Some tools colour their output wherever it goes.
    print(colours ? line : stripVTControlCharacters(line));
  };
  createInterface({ input: child.stdout }).on('line', printLine);
  createInterface({ input: child.stderr }).on('line', printLine);

  const kill = (): void => void signalTree(child.pid ?? 0, 'SIGKILL');
  interrupted.addEventListener('abort', kill);
  const limit = setTimeout(() => {
    printLine(`${name} was ended: it took more than ${limitMs / 60_000} minutes`);
    kill();
  }, limitMs);

  const ok = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      printLine(`${program}: ${error.message}`);
      resolve(false);
    });
    child.once('close', (code) => {
      resolve(code === 0);
    });
  });
  clearTimeout(limit);
  interrupted.removeEventListener('abort', kill);
  return { ok, seconds: (performance.now() - started) / 1000, counts: count(lines, ok) };
}
