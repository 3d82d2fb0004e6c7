import type { BoundSlice } from '../../domain/tick-facts.js';
import { NONE_INELIGIBLE } from '../../domain/ineligible.js';
import { forEachConcurrently } from '../../../platform/mongo/batches.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import { releaseChooser, reversibilityOf } from './choose-release.js';
import {
  countBound,
  countIrreversible,
  coverageOf,
  scheduleOf,
  withoutUpgrade,
  writeUpgrades,
} from './stage-upgrades.js';
import { walkTargets, type TargetedRolloutDevice } from './walk-targets.js';

/** A tick binds at most this many batches of 1,000 devices. */
const BATCHES_A_TICK = 5;
/** So many of them are read and written at a time. */
const WRITERS = 3;

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
  const isReversible = await reversibilityOf(deps, rollout);
  const heldOut = await heldOutIn(deps, rollout, index);
  const ineligible = { ...NONE_INELIGIBLE };
  let next = rollout.stages[index]?.boundTo ?? null;
  async function* slice(): AsyncGenerator<TargetedRolloutDevice[], void> {
    let batches = 0;
    for await (const batch of walkTargets(deps, rollout, next)) {
      next = batch.next;
      yield batch.devices;
      batches += 1;
      if (batches === BATCHES_A_TICK) return;
    }
  }
  await forEachConcurrently(slice(), WRITERS, async (devices) => {
    const covered = await withoutUpgrade(deps, schedule, devices.filter(isCovered));
    const others = await writeUpgrades(deps, rollout, index, covered, choose, isReversible, heldOut);
    for (const { reason } of others) ineligible[reason] += 1;
    await deps.failpoint('stage-batch-bound');
  });
  if (next !== null) return { next, ...ineligible, bound: null, irreversible: null };
  const bound = await countBound(deps, rollout, index);
  return { next, ...ineligible, bound, irreversible: await countIrreversible(deps, rollout) };
}

/** The devices that wait until the watch is over. A canary is none. */
async function heldOutIn(
  { stores }: RolloutDeps,
  rollout: RolloutRecord,
  index: number,
): Promise<ReadonlySet<number>> {
  const isCanary = 'canary_per_part' in (rollout.settings.stages[index] ?? {});
  return isCanary || rollout.watch === null ? new Set() : stores.rolloutHealth.heldOut(rollout);
}
