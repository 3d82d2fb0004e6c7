import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Report, Request } from './simulator-process.js';
import type { SpeakingFleet } from './speaking-fleet.js';

const PROGRAM = fileURLToPath(new URL('simulator-process.js', import.meta.url));

/** Simulated devices in a process of their own. */
export interface Simulator {
  /** Starts so many further devices, evenly over a time. */
  start(count: number, overMs?: number): Promise<void>;
  /** Ends all connections at once. */
  cut(): Promise<void>;
  report(): Promise<Report>;
  stop(): Promise<void>;
}

/** Starts a process with devices, none of which connects yet. @param file where it reads them */
export async function startSimulator(file: string, fleet: SpeakingFleet): Promise<Simulator> {
  await writeFile(file, JSON.stringify(fleet), { mode: 0o600 });
  // Not with the module that this process has loaded first, after which the channel keeps no process running.
  const child = fork(PROGRAM, [file], { execArgv: [] });
  const gone = once(child, 'exit');
  const nextReport = async (): Promise<Report> => {
    const ended = gone.then(() => {
      throw new Error('The process with the simulated devices has ended');
    });
    const [report] = (await Promise.race([once(child, 'message'), ended])) as [Report];
    return report;
  };
  const ask = (request: Request): Promise<Report> => {
    const answer = nextReport();
    child.send(request);
    return answer;
  };
  await nextReport();
  return {
    async start(count, overMs = 0) {
      await ask({ ask: 'start', count, overMs });
    },
    async cut() {
      await ask({ ask: 'cut' });
    },
    report: () => ask({ ask: 'report' }),
    async stop() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
