import type { Failpoint } from '../../shared/platform/failpoints.js';
import { OwnProcess } from './own-process.js';
import { mainOf } from './unprotected/switch.js';

/** Starts a worker in its own process with these settings; with `killAt` it kills itself at that failpoint. */
export function startWorkerProcess(env: Readonly<Record<string, string>>, killAt?: Failpoint): OwnProcess {
  const death = killAt ? { AIRFLEET_KILL_AT: killAt } : {};
  return new OwnProcess(mainOf('worker'), { ...process.env, ...env, ...death });
}
