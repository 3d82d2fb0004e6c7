import { upgradeRules } from '../../domain/upgrade-change.js';
import { decideOnDeadline } from '../../domain/upgrade-deadline.js';
import type { UpgradeWrite } from '../../stores/open-upgrade-store.js';
import type { UpgradeDeps } from '../../deps.js';
import { writeChanges } from '../write-changes.js';

const BATCH = 1000;
/** Ends a sweep even when upgrades fall due as fast as it closes them. */
const MAX_BATCHES = 100;

/**
 * Closes upgrades whose window, step or soak has passed its deadline (docs/interface.md#statuses). Every decision ends
 * the upgrade or sets a later deadline, so the loop ends.
 * @returns how many changed
 */
export async function closeOverdue(deps: UpgradeDeps): Promise<number> {
  const { stores, env, now, random, failpoint } = deps;
  const rules = upgradeRules(env);
  let changed = 0;
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const at = now();
    const overdue = await stores.openUpgrades.overdue(at, BATCH);
    if (overdue.length === 0) return changed;
    const lastHeard = await stores.heartbeats.lastHeard(overdue);
    await failpoint('overdue-read');
    const writes = overdue.flatMap((upgrade): UpgradeWrite[] => {
      const heard = lastHeard.get(upgrade.deviceId);
      const change = decideOnDeadline(
        upgrade,
        heard?.at ?? null,
        heard?.firmwareVersion ?? null,
        at,
        rules,
        random,
      );
      return change === null ? [] : [{ upgrade, change }];
    });
    changed += await writeChanges(deps, writes, at);
    await failpoint('overdue-closed');
    if (overdue.length < BATCH) return changed;
  }
  return changed;
}
