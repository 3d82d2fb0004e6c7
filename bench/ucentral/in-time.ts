import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;

/** Waits until something is so. False when it is not so in time. */
export async function isInTime(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + ms;
  while (!(await isSo())) {
    if (performance.now() > until) return false;
    await wait(LOOK_EVERY_MS);
  }
  return true;
}
