import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Called with each line of standard output. */
  readonly onLine?: (line: string) => void;
}

/** Runs a program and returns its standard output. If it fails, throws an error with the end of its output. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { env, onLine }: ProgramOptions,
): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const output: string[] = [];
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    output.push(line);
    said.push(line);
    onLine?.(line);
  });
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${command} failed (${code ?? 'killed'}):\n${said.slice(-8).join('\n')}`);
  return output.join('\n');
}
