import type { DueDecision, DueUpgrade } from '../../stores/dispatch-store.js';
import type { UpgradeDeps } from '../../deps.js';
import { addCounts, NOTHING_DISPATCHED, type DispatchCounts } from '../../domain/dispatch-counts.js';
import { dispatchBatch } from '../dispatch/dispatch-slice.js';

const MAX_BATCHES = 1000;
/** The search leaves out at most this many schedules that are being dispatched, the earliest first. */
const MAX_LEFT_OUT = 1000;

/**
 * Dispatches due upgrades that stayed Pending because their device had begun another when their schedule was
 * dispatched, unless the device is still busy. Targets are not checked again: they matched at the due time, and a later
 * move is no reason to cancel. Pending upgrades of a cancelled schedule, left by a process that died, are Cancelled.
 */
export async function dispatchWaiting(deps: UpgradeDeps): Promise<DispatchCounts> {
  const { stores, now } = deps;
  const total = { ...NOTHING_DISPATCHED };
  const unfinished = await stores.schedules.dueBefore(now(), MAX_LEFT_OUT);
  const leftOut = unfinished.map((schedule) => schedule._id);
  let last: DueUpgrade | null = null;
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const at = now();
    const batch: DueUpgrade[] = await stores.dispatch.overduePending(at, last, leftOut);
    if (batch.length === 0) return total;
    const over = await stores.schedules.ended(
      batch.map(({ organisationId, scheduleId }) => ({ organisationId, _id: scheduleId })),
    );
    const of = (state: 'dispatched' | 'cancelled') =>
      batch.filter(({ scheduleId }) => over.get(scheduleId) === state);
    const cancelled = of('cancelled').map(cancel);
    await stores.dispatch.write(cancelled, at);
    total.Cancelled += cancelled.length;
    const waiting = of('dispatched');
    const busy = await stores.dispatch.begunDevices(waiting);
    const free = waiting.filter((upgrade) => !busy.has(upgrade.routerInventoryId));
    if (free.length > 0) addCounts(total, await dispatchBatch(deps, new Map(), free, at));
    last = batch.at(-1) ?? null;
  }
  return total;
}

function cancel(upgrade: DueUpgrade): DueDecision {
  const message = 'The schedule was cancelled';
  return { upgrade, to: 'Cancelled', event: 'cancelledByCaller', message, deadlineAt: null };
}
