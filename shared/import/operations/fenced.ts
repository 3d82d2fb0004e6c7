import type { HeldLock } from '../../platform/mongo/lock-store.js';
import type { FleetSource } from './fleet-source.js';

/** The same fleet, which gives no further batch once the import's lock is lost: it throws LockLost instead. */
export function fenced(source: FleetSource, lock: HeldLock): FleetSource {
  return {
    counts: source.counts,
    faults: source.faults,
    async *records(section) {
      for await (const batch of source.records(section)) {
        await lock.check();
        yield batch;
      }
    },
  };
}
