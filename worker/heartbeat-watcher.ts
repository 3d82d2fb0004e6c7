import { setTimeout as wait } from 'node:timers/promises';
import { LockHeld, type HeldLock } from '../shared/platform/mongo/lock-store.js';
import type { Deps } from '../shared/composition/deps.js';
import { watchHeartbeats } from '../shared/deaf-periods/operations/watch-heartbeats.js';
import { newMemory } from '../shared/deaf-periods/operations/watch-memory.js';

const INTERVAL_MS = 1000;
const LOCK = 'deaf periods';
/** Another worker takes over this long after the one that watches has died. */
const LEASE_MS = 10_000;
const ASK_EVERY_MS = 3000;

/** Watches for times in which the service does not hear devices, every second; one worker at a time does. */
export interface HeartbeatWatcher {
  /** Waits for the look that is under way. */
  stop(): Promise<void>;
}

export function startHeartbeatWatcher(deps: Deps): HeartbeatWatcher {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number): Promise<unknown> => wait(ms, undefined, { signal }).catch(() => undefined);
  const watching = {
    ...deps,
    devicesUp: () => deps.stores.tallies.upByOrganisation(),
    countOffered: (...query: Parameters<typeof deps.stores.upgrades.countOffered>) =>
      deps.stores.upgrades.countOffered(...query),
  };

  async function watch(lock: HeldLock): Promise<void> {
    const memory = newMemory();
    while (!signal.aborted) {
      await lock.check();
      await watchHeartbeats(watching, memory);
      await pause(INTERVAL_MS);
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await deps.stores.locks.hold(LOCK, 0, watch, LEASE_MS);
      } catch (error) {
        if (!(error instanceof LockHeld))
          deps.log.warn({ err: error }, 'Heartbeats were not watched; the next look tries again');
        await pause(error instanceof LockHeld ? ASK_EVERY_MS : INTERVAL_MS);
      }
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
