import { setTimeout as wait } from 'node:timers/promises';
import { areOver, summary, type DemoApi, type ShownUpgrade } from './demo-api.js';
import type { Screen } from './screen.js';

const EVERY_MS = 1500;
const EVERY_MS_WHEN_OVER = 5000;

/** Shows how the upgrades go until it is aborted; when the last one ends, also what came of those that did not succeed. */
export async function followUpgrades(api: DemoApi, screen: Screen, signal: AbortSignal): Promise<void> {
  let wereOpen = false;
  let over = false;
  while (!signal.aborted) {
    try {
      const upgrades = await api.upgrades();
      screen.show(`Upgrades: ${summary(upgrades) || 'none yet'}`);
      over = areOver(upgrades);
      if (over && wereOpen) tellEnds(upgrades, screen);
      wereOpen = !over;
    } catch (error) {
      screen.show(
        `Upgrades: the API does not answer (${error instanceof Error ? error.message : String(error)})`,
      );
    }
    await wait(over ? EVERY_MS_WHEN_OVER : EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

function tellEnds(upgrades: readonly ShownUpgrade[], screen: Screen): void {
  screen.say(`Every upgrade has ended: ${summary(upgrades)}`);
  for (const { aps, status, message } of upgrades) {
    if (status !== 'Success') screen.say(`  ${aps.padEnd(7)} ${status}: ${message ?? ''}`);
  }
}
