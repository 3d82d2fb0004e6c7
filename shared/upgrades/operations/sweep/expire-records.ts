import { BATCH } from '../../../platform/mongo/batches.js';
import type { Expired } from '../../stores/retention-store.js';
import type { UpgradeDeps } from '../../deps.js';

const DAY_MS = 86_400_000;
/** Bounds one sweep; the next one continues. */
const MAX_BATCHES = 5;

/**
 * Deletes records past their retention: ended upgrades, their schedules, uplinks flagged as deleted, and entries of the
 * audit log. At most 5,000 of each.
 * @returns how many records were deleted
 */
export async function expireRecords({ stores, env, now }: UpgradeDeps): Promise<number> {
  const at = now();
  const daysAgo = (days: number): Date => new Date(at.getTime() - days * DAY_MS);
  const { retention } = stores;
  const upgrades = daysAgo(env.upgradeRetentionDays);
  const nextDay = new Date(upgrades.getTime() + DAY_MS);
  const uplinks = daysAgo(env.uplinkRetentionDays);
  return (
    (await inBatches(() => retention.expireUpgrades(upgrades, at))) +
    (await inBatches(() => retention.expireSchedules(upgrades, nextDay))) +
    (await inBatches(() => retention.expireUplinks(uplinks))) +
    (await inBatches(() => stores.audit.expire(daysAgo(env.auditRetentionDays))))
  );
}

async function inBatches(expire: () => Promise<Expired>): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { read, deleted } = await expire();
    total += deleted;
    if (read < BATCH) break;
  }
  return total;
}
