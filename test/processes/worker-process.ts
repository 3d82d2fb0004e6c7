import { expect } from 'chai';
import type { Failpoint } from '../../shared/platform/failpoints.js';
import { OwnProcess } from './own-process.js';
import { mainOf } from './unprotected/switch.js';

/** Starts a worker in its own process with these settings; with `killAt` it kills itself at that failpoint. */
export function startWorkerProcess(env: Readonly<Record<string, string>>, killAt?: Failpoint): OwnProcess {
  const death = killAt ? { AIRFLEET_KILL_AT: killAt } : {};
  return new OwnProcess(mainOf('worker'), { ...process.env, ...env, ...death });
}

/** The worker processes of a test. */
export class WorkerProcesses {
  private readonly running: OwnProcess[] = [];

  constructor(private readonly env: Readonly<Record<string, string>>) {}

  /** @param killAt the failpoint at which the worker kills itself */
  start(killAt?: Failpoint): OwnProcess {
    const worker = startWorkerProcess(this.env, killAt);
    this.running.push(worker);
    return worker;
  }

  /** Starts a worker that kills itself at the failpoint, and waits for its death. */
  async dieAt(failpoint: Failpoint): Promise<void> {
    expect(await this.start(failpoint).ended(), failpoint).to.equal('SIGKILL');
  }

  /** Kills those that still run. */
  async kill(): Promise<void> {
    for (const worker of this.running.splice(0)) await worker.kill();
  }
}
