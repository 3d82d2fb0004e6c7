import { ignoreFailpoints, FAILPOINTS, type FailpointHandler, type Failpoint } from '../failpoints.js';

/** At which step a process under test dies, and at which arrival there. */
export interface KillAt {
  readonly step: Failpoint;
  readonly arrival: number;
}

/** Reads `<step>` or `<step>:<arrival>`, the first arrival being 1; null when it is neither. */
export function parseKillAt(text: string): KillAt | null {
  const [name, arrival = '1', ...rest] = text.split(':');
  const step = FAILPOINTS.find((candidate) => candidate === name);
  return step && rest.length === 0 && /^[1-9]\d{0,5}$/.test(arrival)
    ? { step, arrival: Number(arrival) }
    : null;
}

/** Dies at the step as by a power cut: no handler runs, nothing is flushed. Without one it does nothing at any step. */
export function killAt(killAt: KillAt | null): FailpointHandler {
  if (killAt === null) return ignoreFailpoints;
  let arrivals = 0;
  return (step) => {
    if (step === killAt.step) arrivals += 1;
    if (step === killAt.step && arrivals === killAt.arrival) process.kill(process.pid, 'SIGKILL');
    return undefined;
  };
}
