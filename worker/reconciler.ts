import { setTimeout as wait } from 'node:timers/promises';
import type { Deps } from '../shared/composition/deps.js';
import { refreshDueDevices } from '../shared/inventory/operations/refresh-devices.js';
import { runDueBulkOperations } from '../shared/bulk/operations/run-due.js';
import { announceHolds } from '../shared/configuration/operations/announce-holds.js';
import { sweepCanaries, sweepRefusals } from '../shared/configuration/operations/sweep-canaries.js';
import { computeDuePreviews } from '../shared/rollouts/operations/preview/compute-due-previews.js';
import { reconcileDue } from '../shared/rollouts/operations/reconcile/reconcile-due.js';

const INTERVAL_MS = 1000;

/** Ticks due rollouts, computes previews, refreshes devices and looks at canaries, every second, from MongoDB alone. */
export interface Reconciler {
  /** Waits for the work that is under way. */
  stop(): Promise<void>;
}

export function startReconciler(deps: Deps): Reconciler {
  const stopping = new AbortController();
  /** @param work returns whether more can be done at once */
  async function repeat(work: () => Promise<boolean>, failure: string): Promise<void> {
    while (!stopping.signal.aborted) {
      let isMore = false;
      try {
        isMore = await work();
      } catch (error) {
        deps.log.warn({ err: error }, failure);
      }
      if (!isMore) await wait(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const tick = async (): Promise<false> => {
    await reconcileDue(deps);
    return false;
  };
  const refusals = { from: new Date(0) };
  const running = Promise.all([
    repeat(() => sweepCanaries(deps), 'Canaries were not looked at; the next second tries again'),
    repeat(() => sweepRefusals(deps, refusals), 'Refusals were not counted; the next second tries again'),
    repeat(() => announceHolds(deps), 'Holds were not announced; the next second tries again'),
    repeat(tick, 'Rollouts were not reconciled; the next second tries again'),
    repeat(() => computeDuePreviews(deps), 'Previews were not computed; the next second tries again'),
    repeat(() => runDueBulkOperations(deps), 'Bulk operations did not go on; the next second tries again'),
    repeat(() => refreshDueDevices(deps), 'Devices were not refreshed; the next second tries again'),
  ]);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
