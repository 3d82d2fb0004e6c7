import { setTimeout as wait } from 'node:timers/promises';
import { allEnded, summary, type DemoApi, type ShownUpgrade } from './demo-api.js';
import type { Screen } from './screen.js';

const EVERY_MS = 1500;
const EVERY_MS_WHEN_ENDED = 5000;

/** Shows the number of upgrades by status until it is aborted. When the last one has ended, lists those that failed. */
export async function showProgress(api: DemoApi, screen: Screen, signal: AbortSignal): Promise<void> {
  let hadOpen = false;
  let ended = false;
  while (!signal.aborted) {
    try {
      const upgrades = await api.upgrades();
      screen.show(`Upgrades: ${summary(upgrades) || 'none yet'}`);
      ended = allEnded(upgrades);
      if (ended && hadOpen) listFailures(upgrades, screen);
      hadOpen = !ended;
    } catch (error) {
      screen.show(
        `Upgrades: the API does not answer (${error instanceof Error ? error.message : String(error)})`,
      );
    }
    await wait(ended ? EVERY_MS_WHEN_ENDED : EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

function listFailures(upgrades: readonly ShownUpgrade[], screen: Screen): void {
  screen.say(`Every upgrade has ended: ${summary(upgrades)}`);
  for (const { aps, status, message } of upgrades) {
    if (status !== 'Success') screen.say(`  ${aps.padEnd(7)} ${status}: ${message ?? ''}`);
  }
}
