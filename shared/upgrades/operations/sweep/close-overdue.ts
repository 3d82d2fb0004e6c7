import { readDeafness } from '../../../deaf-periods/operations/read-deafness.js';
import { upgradeRules } from '../../domain/upgrade-change.js';
import { decideOnDeadline } from '../../domain/upgrade-deadline.js';
import type { OpenUpgrade, UpgradeWrite } from '../../stores/open-upgrade-store.js';
import type { UpgradeDeps } from '../../deps.js';
import { writeChanges } from '../write-changes.js';

const BATCH = 1000;
/** Bounds a sweep; upgrades that wait because the service was deaf are read again by each. */
const MAX_BATCHES = 1000;

/**
 * Closes upgrades whose window, step or soak has passed its deadline (docs/interface.md#statuses). The stored deadline
 * finds them; when the service was deaf since, the decision waits longer. Each is read once.
 * @returns how many changed
 */
export async function closeOverdue(deps: Omit<UpgradeDeps, 'jobs'>): Promise<number> {
  const { stores, env, now, random, failpoint } = deps;
  const rules = upgradeRules(env);
  let changed = 0;
  let last: OpenUpgrade | null = null;
  const first = await stores.openUpgrades.overdue(now(), 1, last);
  if (first.length === 0) return changed;
  const deafness = await readDeafness(deps);
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const at = now();
    const overdue: OpenUpgrade[] = await stores.openUpgrades.overdue(at, BATCH, last);
    if (overdue.length === 0) return changed;
    last = overdue.at(-1) ?? null;
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
        deafness.of(upgrade.organisationId),
      );
      return change === null ? [] : [{ upgrade, change }];
    });
    changed += await writeChanges(deps, writes, at);
    await failpoint('overdue-closed');
    if (overdue.length < BATCH) return changed;
  }
  return changed;
}
