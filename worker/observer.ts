import { setTimeout as wait } from 'node:timers/promises';
import { observeFleet } from '../shared/activity/operations/observe-fleet.js';
import type { Deps } from '../shared/composition/deps.js';

const SHORTEST_MS = 2000;
const LONGEST_MS = 60_000;
/** A look at every device takes at most this share of the time, unless a look takes seconds. */
const SHARE = 1 / 20;

/** Looks at every device again and again, from MongoDB alone. */
export interface Observer {
  /** Waits for the look that is under way. */
  stop(): Promise<void>;
}

export function startObserver(deps: Deps): Observer {
  const stopping = new AbortController();
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const started = performance.now();
      try {
        await observeFleet(deps);
      } catch (error) {
        deps.log.warn({ err: error }, 'Devices were not observed; the next look tries again');
      }
      const took = performance.now() - started;
      // At a minute's length at most, so that each minute gets its point.
      const pause = Math.max(SHORTEST_MS, Math.min(took / SHARE, LONGEST_MS) - took);
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
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
