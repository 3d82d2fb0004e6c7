import type { Deps } from '../deps.js';
import { add } from '../release/release-schedule.js';
import { NOTHING_RELEASED, releaseBatch, type ReleaseCounts } from '../release/release-batch.js';

/** A schedule's own job gets this long before anybody else looks at its upgrades. */
const GRACE_MS = 5000;
const MOST_BATCHES = 1000;

/**
 * Releases due upgrades that stayed Pending when their schedule was released, because their device was busy with
 * another. Those whose device is busy still stay. Four round trips for each 1,000.
 */
export async function releaseWaiting(deps: Deps): Promise<ReleaseCounts> {
  const { stores, now } = deps;
  const total = { ...NOTHING_RELEASED };
  let last = 0;
  for (let round = 0; round < MOST_BATCHES; round += 1) {
    const at = now();
    const batch = await stores.releases.overduePending(new Date(at.getTime() - GRACE_MS), last);
    const lastOfBatch = batch.at(-1);
    if (!lastOfBatch) return total;
    last = lastOfBatch._id;
    const schedules = await stores.schedules.byIds([...new Set(batch.map((upgrade) => upgrade.scheduleId))]);
    const released = batch.filter((upgrade) => schedules.get(upgrade.scheduleId)?.state === 'released');
    if (released.length > 0) add(total, await releaseBatch(deps, schedules, released, at));
  }
  return total;
}
