import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord, TargetPosition } from '../../models/rollout.js';
import { releaseChooser, type SortedDevices } from './choose-release.js';
import { countBound, coverageOf, scheduleOf, withoutUpgrade, writeUpgrades } from './stage-upgrades.js';
import { walkTargets } from './walk-targets.js';

/** A tick binds at most this many batches of 1,000 devices. */
const BATCHES_A_TICK = 5;

/** What a slice of a binding adds to its stage. */
export interface BoundSlice extends Omit<SortedDevices, 'fitting'> {
  /** Where the next slice begins; null after the last. */
  readonly next: TargetPosition | null;
  /** The number of upgrades of the stage; null before the last slice. */
  readonly bound: number | null;
}

/**
 * Writes the pending upgrades of the next 5,000 targets of a stage. Running it again writes nothing twice, because a
 * device has one upgrade of a schedule.
 * @param index from 0; the stage is Binding
 */
export async function bindSlice(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  index: number,
): Promise<BoundSlice> {
  const schedule = scheduleOf(rollout);
  const isCovered = coverageOf(rollout, index);
  const choose = await releaseChooser(deps, rollout);
  const unserved = { onVersion: 0, noFirmware: 0, releaseGone: 0 };
  let [next, batches] = [rollout.stages[index]?.boundTo ?? null, 0];
  for await (const batch of walkTargets(deps, rollout, next)) {
    const covered = await withoutUpgrade(deps, schedule, batch.devices.filter(isCovered));
    const counts = await writeUpgrades(deps, rollout, index, covered, choose);
    unserved.onVersion += counts.onVersion;
    unserved.noFirmware += counts.noFirmware;
    unserved.releaseGone += counts.releaseGone;
    await deps.failpoint('stage-batch-bound');
    next = batch.next;
    batches += 1;
    if (batches === BATCHES_A_TICK) break;
  }
  return { next, ...unserved, bound: next === null ? await countBound(deps, rollout, index) : null };
}
