import { readFile } from 'node:fs/promises';
import { ownPrograms, type ProgramName } from './own-programs.js';

/** `ended` are processes that this process started and that have ended. */
export type Program = ProgramName | 'ended';

/** CPU time in microseconds, by program. */
export type CpuTime = Readonly<Record<Program, number>>;

/** A clock tick of /proc, in microseconds. Linux reports 100 ticks per second on every architecture that Node runs on. */
const TICK_US = 10_000;

interface Usage {
  readonly own: number;
  /** Of descendants that have ended. */
  readonly ended: number;
}

async function usageOf(pid: number): Promise<Usage> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { own: (user + system) * TICK_US, ended: (endedUser + endedSystem) * TICK_US };
}

/** The CPU time that this process's descendants have used so far. Stores that it has not started are not included. */
async function cpuTime(): Promise<CpuTime> {
  const total = { api: 0, worker: 0, bare: 0, gateway: 0, postgres: 0, redis: 0, ended: 0 };
  total.ended += (await usageOf(process.pid)).ended;
  for (const { pid, name } of await ownPrograms()) {
    const { own, ended } = await usageOf(pid);
    // PostgreSQL starts a process for each connection and for each parallel part of a query.
    total[name] += name === 'postgres' ? own + ended : own;
  }
  return total;
}

/** Microseconds of CPU per unit, by program, that `run` takes; programs without any are left out. */
export async function cpuPerUnit(run: () => Promise<number>): Promise<Partial<CpuTime> & { units: number }> {
  const before = await cpuTime();
  const units = await run();
  const after = await cpuTime();
  const used = Object.entries(after)
    .map(([name, us]) => [name, Math.round((us - before[name as Program]) / units)] as const)
    .filter(([, us]) => us > 0);
  return { units, ...(Object.fromEntries(used) as Partial<CpuTime>) };
}
