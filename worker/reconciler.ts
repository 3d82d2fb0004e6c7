import { setTimeout as wait } from 'node:timers/promises';
import type { Deps } from '../shared/composition/deps.js';
import { reconcileDue } from '../shared/rollouts/operations/reconcile/reconcile-due.js';

const INTERVAL_MS = 1000;

/** Ticks the rollouts that are due, every second, from MongoDB alone. */
export interface Reconciler {
  /** Waits for the ticks that are under way. */
  stop(): Promise<void>;
}

export function startReconciler(deps: Deps): Reconciler {
  const stopping = new AbortController();
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await reconcileDue(deps);
      } catch (error) {
        deps.log.warn({ err: error }, 'Rollouts were not reconciled; the next second tries again');
      }
      await wait(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
