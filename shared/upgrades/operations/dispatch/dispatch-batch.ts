import type { DueDecision, DueUpgrade } from '../../stores/dispatch-store.js';
import type { UpgradeDeps } from '../../deps.js';
import { decideDue, type Aim } from './decide-due.js';

export type DispatchCounts = Record<DueDecision['to'] | 'Waiting', number>;

export const NOTHING_DISPATCHED: DispatchCounts = { Queued: 0, Skipped: 0, Cancelled: 0, Waiting: 0 };

/**
 * Releases a batch of due upgrades, at most 1,000. A device that has another upgrade released: if that is still
 * Queued it is Cancelled as replaced and this one takes its place; if the device has begun it, this one stays
 * Pending until then. Two round trips, and at most four more when devices are busy.
 * @param aims by schedule; one that is not among them is not asked for its targets
 */
export async function dispatchBatch(
  deps: UpgradeDeps,
  aims: ReadonlyMap<number, Aim>,
  upgrades: readonly DueUpgrade[],
  now: Date,
): Promise<DispatchCounts> {
  const { stores, env, failpoint, metrics } = deps;
  const devices = await stores.targets.current(
    [...new Set(upgrades.map((upgrade) => upgrade.organisationId))],
    upgrades.map((upgrade) => upgrade.routerInventoryId),
  );
  await failpoint('due-devices-read');
  const decisions = upgrades.map((upgrade) => {
    const aim = aims.get(upgrade.scheduleId) ?? null;
    return decideDue(upgrade, devices.get(upgrade.routerInventoryId), aim, now, env.upgradeWindowS);
  });
  const busy = await stores.dispatch.write(decisions, now);
  await failpoint('due-batch-written');
  const waiting = busy.length === 0 ? [] : await dispatchAfterReplacing(deps, busy, now);
  const counts = { ...NOTHING_DISPATCHED, Waiting: waiting.length };
  const stays = new Set(waiting);
  for (const decision of decisions) if (!stays.has(decision)) counts[decision.to] += 1;
  for (const to of ['Queued', 'Skipped', 'Cancelled'] as const)
    metrics.transitions.inc({ from: 'Pending', to }, counts[to]);
  return counts;
}

async function dispatchAfterReplacing(
  { stores, failpoint }: UpgradeDeps,
  busy: readonly DueDecision[],
  now: Date,
): Promise<DueDecision[]> {
  await stores.dispatch.replaceQueued(busy, now);
  await failpoint('queued-replaced');
  const waiting = await stores.dispatch.write(busy, now);
  await failpoint('busy-batch-written');
  return waiting;
}
