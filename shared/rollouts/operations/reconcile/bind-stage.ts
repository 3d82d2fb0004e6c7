import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord, TargetPosition } from '../../models/rollout.js';
import {
  countBound,
  coverageOf,
  partsOf,
  placesIn,
  scheduleOf,
  sortDevices,
  withoutUpgrade,
} from './stage-upgrades.js';
import { walkTargets } from './walk-targets.js';

/** A tick binds at most this many batches of 1,000 devices. */
const BATCHES_A_TICK = 5;

/** What a slice of a binding adds to its stage. */
export interface BoundSlice {
  /** Where the next slice begins; null after the last. */
  readonly next: TargetPosition | null;
  readonly onVersion: number;
  readonly noFirmware: number;
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
  const { stores, now, failpoint } = deps;
  const schedule = scheduleOf(rollout);
  const isCovered = coverageOf(rollout, index);
  const placeOf = placesIn(rollout, index);
  const parts = await partsOf(deps, rollout);
  let [next, onVersion, noFirmware, batches] = [rollout.stages[index]?.boundTo ?? null, 0, 0, 0];
  for await (const batch of walkTargets(deps, rollout, next)) {
    const covered = await withoutUpgrade(deps, schedule, batch.devices.filter(isCovered));
    const sorted = sortDevices(covered, schedule.version, parts);
    onVersion += sorted.onVersion;
    noFirmware += sorted.noFirmware;
    if (sorted.fitting.length > 0) await stores.pending.put(schedule, sorted.fitting, now(), placeOf);
    await failpoint('stage-batch-bound');
    next = batch.next;
    batches += 1;
    if (batches === BATCHES_A_TICK) break;
  }
  return {
    next,
    onVersion,
    noFirmware,
    bound: next === null ? await countBound(deps, rollout, index) : null,
  };
}
