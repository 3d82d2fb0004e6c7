import { setTimeout as wait } from 'node:timers/promises';
import { UNRELEASED_VERSION } from './demo-catalogue.js';
import { pauseAdvice, rolloutLine } from './demo-rollout.js';
import { allEnded, summary, type DemoApi, type ShownUpgrade } from './demo-api.js';
import type { Screen } from './screen.js';

const POLL_INTERVAL_MS = 1500;
const IDLE_POLL_INTERVAL_MS = 5000;

/**
 * Shows the upgrades of the first wave by status, and the newest rollout, until aborted. Lists the failed upgrades once
 * all have ended, and prints what to do when a gate pauses the rollout.
 */
export async function showProgress(api: DemoApi, screen: Screen, signal: AbortSignal): Promise<void> {
  let hadOpen = false;
  let shown = '';
  while (!signal.aborted) {
    let idle = false;
    try {
      const upgrades = (await api.upgrades()).filter(({ version }) => version !== UNRELEASED_VERSION);
      const rollout = await api.newestRollout();
      const line = rollout ? ` | ${rolloutLine(rollout)}` : '';
      screen.setStatus(`Upgrades: ${summary(upgrades) || 'none yet'}${line}`);
      const ended = allEnded(upgrades);
      if (ended && hadOpen) listFailures(upgrades, screen);
      hadOpen = !ended;
      if (rollout && shown !== `${rollout.id} ${rollout.state} ${rollout.revision}`) {
        shown = `${rollout.id} ${rollout.state} ${rollout.revision}`;
        const advice = await pauseAdvice(rollout, api);
        if (advice !== null) screen.print(advice);
        if (rollout.state === 'Completed') screen.print(rolloutLine(rollout));
      }
      idle = ended && rollout?.state !== 'Running';
    } catch (error) {
      screen.setStatus(
        `Upgrades: the API does not answer (${error instanceof Error ? error.message : String(error)})`,
      );
    }
    const ms = idle ? IDLE_POLL_INTERVAL_MS : POLL_INTERVAL_MS;
    await wait(ms, undefined, { signal }).catch(() => undefined);
  }
}

function listFailures(upgrades: readonly ShownUpgrade[], screen: Screen): void {
  screen.print(`Every upgrade has ended: ${summary(upgrades)}`);
  for (const { aps, status, message } of upgrades) {
    if (status !== 'Success') screen.print(`  ${aps.padEnd(7)} ${status}: ${message ?? ''}`);
  }
}
