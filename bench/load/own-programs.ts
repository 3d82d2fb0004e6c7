import { readFile } from 'node:fs/promises';
import { processTree } from '../../stand-in/processes/process-tree.js';

/** The programs that benchmarks distinguish, by their command lines. */
const PROGRAMS = {
  api: /programs\/api\.js/,
  worker: /programs\/worker\.js/,
  bare: /bare-server\.js/,
  gateway: /gateway\/main\.js/,
  postgres: /bin\/postgres/,
  redis: /redis-server/,
} as const;

export type ProgramName = keyof typeof PROGRAMS;

/** This process's descendants that run one of the programs. Stores that it has not started are not among them. */
export async function ownPrograms(): Promise<{ pid: number; name: ProgramName }[]> {
  const own: { pid: number; name: ProgramName }[] = [];
  for (const pid of await processTree(process.pid)) {
    const name = programOf(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
    if (pid !== process.pid && name !== undefined) own.push({ pid, name });
  }
  return own;
}

function programOf(command: string): ProgramName | undefined {
  const names = Object.keys(PROGRAMS) as ProgramName[];
  return command.includes('supervisor.js') ? undefined : names.find((name) => PROGRAMS[name].test(command));
}
