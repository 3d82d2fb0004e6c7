import { spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { signalTree } from '../../stand-in/processes/process-tree.js';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** A step that takes longer is killed and counts as failed. */
  readonly limitMs: number;
  /** Added to that of this process: a step with a higher one leaves the processor to the others. */
  readonly niceness: number;
  /** Whether its output is printed only when it fails, after it has ended. */
  readonly isQuiet: boolean;
  /** Added to the environment of the run. */
  readonly env?: Readonly<Record<string, string>>;
  /** Counts the step's passed and failed tests from its output; `ok` says whether it exited with 0. */
  readonly count: (lines: readonly string[], ok: boolean) => Counts;
}

export interface StepResult {
  readonly ok: boolean;
  readonly seconds: number;
  readonly counts: Counts;
  /** The end of the output of a failed step. */
  readonly failure: readonly string[];
}

const MAX_NICENESS = constants.priority.PRIORITY_LOW;
/** Lines of {@link StepResult.failure} at most. */
const MAX_FAILURE_LINES = 60;

export interface StepContext {
  readonly env: NodeJS.ProcessEnv;
  /** Whether the output is a terminal. */
  readonly colours: boolean;
  readonly print: (line: string) => void;
  /** Kills the step with its descendants. */
  readonly interrupted: AbortSignal;
}

/** Runs one step without input. Prints its output line by line, unless it is quiet. */
export async function runStep(
  { name, command, limitMs, niceness, isQuiet, env: added, count }: Step,
  { env, colours, print, interrupted }: StepContext,
): Promise<StepResult> {
  const started = performance.now();
  const [program, ...args] = command;
  // A separate process group, so that the step can be killed with its descendants.
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...added },
    detached: true,
  });
  child.once('spawn', () => {
    setPriority(child.pid ?? 0, Math.min(getPriority() + niceness, MAX_NICENESS));
  });
  const lines: string[] = [];
  const printLine = (line: string): void => {
    lines.push(line);
    // Some tools use colours even without a terminal.
    if (!isQuiet) print(colours ? line : stripVTControlCharacters(line));
  };
  createInterface({ input: child.stdout }).on('line', printLine);
  createInterface({ input: child.stderr }).on('line', printLine);

  const kill = (): void => void signalTree(child.pid ?? 0, 'SIGKILL');
  interrupted.addEventListener('abort', kill);
  const limit = setTimeout(() => {
    printLine(`${name} was killed: it took more than ${limitMs / 60_000} minutes`);
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
  return {
    ok,
    seconds: (performance.now() - started) / 1000,
    counts: count(lines, ok),
    failure: ok ? [] : failureIn(lines.map((line) => stripVTControlCharacters(line))),
  };
}

/** Mocha's report of the failed tests; of other programs, the last lines. */
function failureIn(lines: readonly string[]): string[] {
  const report = lines.findLastIndex((line) => /^ {2}\d+ failing\b/.test(line));
  return report < 0 ? lines.slice(-MAX_FAILURE_LINES) : lines.slice(report, report + MAX_FAILURE_LINES);
}
