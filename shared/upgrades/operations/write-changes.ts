import type { Env } from '../../platform/env/env.js';
import type { UpgradeRules } from '../domain/upgrade-change.js';
import type { UpgradeWrite } from '../stores/open-upgrade-store.js';
import type { UpgradeDeps } from '../deps.js';

/** The rules by which changes are decided, from the environment. */
export function upgradeRules(env: Env): UpgradeRules {
  return {
    stepTimeoutS: env.upgradeStepTimeoutS,
    maxAttempts: env.upgradeMaxAttempts,
    soakS: env.upgradeSoakS,
    downAfterS: env.downAfterS,
    windowS: env.upgradeWindowS,
    offerS: Math.max(2 * env.heartbeatIntervalS, env.downAfterS),
  };
}

/**
 * Writes changes of dispatched upgrades, and counts those of a status.
 * @returns how many took effect
 */
export async function writeChanges(
  { stores, metrics }: UpgradeDeps,
  writes: readonly UpgradeWrite[],
  at: Date,
): Promise<number> {
  for (const { change } of writes)
    if (change.event !== null) metrics.transitions.inc({ from: change.from, to: change.to });
  return stores.openUpgrades.write(writes, at);
}
