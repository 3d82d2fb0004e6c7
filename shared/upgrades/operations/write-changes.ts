import type { UpgradeWrite } from '../stores/open-upgrade-store.js';
import type { UpgradeDeps } from '../deps.js';

/**
 * Writes changes of dispatched upgrades, and counts those of a status.
 * @returns how many took effect
 */
export async function writeChanges(
  { stores, metrics }: Omit<UpgradeDeps, 'jobs'>,
  writes: readonly UpgradeWrite[],
  at: Date,
): Promise<number> {
  for (const { change } of writes)
    if (change.event !== null) metrics.transitions.inc({ from: change.from, to: change.to });
  return stores.openUpgrades.write(writes, at);
}
