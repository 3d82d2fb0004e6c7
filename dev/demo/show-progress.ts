import { setTimeout as wait } from 'node:timers/promises';
import { allEnded, summary, type DemoApi, type ShownUpgrade } from './demo-api.js';
import type { Screen } from './screen.js';

const POLL_INTERVAL_MS = 1500;
const IDLE_POLL_INTERVAL_MS = 5000;

/** Shows the number of upgrades by status until aborted. Once all upgrades have ended, lists the failed ones. */
export async function showProgress(api: DemoApi, screen: Screen, signal: AbortSignal): Promise<void> {
  let hadOpen = false;
  let ended = false;
  while (!signal.aborted) {
    try {
      const upgrades = await api.upgrades();
      screen.setStatus(`Upgrades: ${summary(upgrades) || 'none yet'}`);
      ended = allEnded(upgrades);
      if (ended && hadOpen) listFailures(upgrades, screen);
      hadOpen = !ended;
    } catch (error) {
      screen.setStatus(
        `Upgrades: the API does not answer (${error instanceof Error ? error.message : String(error)})`,
      );
    }
    await wait(ended ? IDLE_POLL_INTERVAL_MS : POLL_INTERVAL_MS, undefined, { signal }).catch(
      () => undefined,
    );
  }
}

function listFailures(upgrades: readonly ShownUpgrade[], screen: Screen): void {
  screen.print(`Every upgrade has ended: ${summary(upgrades)}`);
  for (const { aps, status, message } of upgrades) {
    if (status !== 'Success') screen.print(`  ${aps.padEnd(7)} ${status}: ${message ?? ''}`);
  }
}
