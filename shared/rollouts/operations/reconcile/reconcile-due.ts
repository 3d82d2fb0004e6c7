import pLimit from 'p-limit';
import { batchesOf } from '../../../platform/mongo/batches.js';
import { LockHeld, type HeldLock } from '../../../platform/mongo/lock-store.js';
import type { RolloutDeps } from '../../deps.js';
import { dispatchDecided, tickRollout } from './tick-rollout.js';

const LEASE_MS = 10_000;
/** A worker ticks the rollouts of an organisation for this long, then looks for others. */
const BUDGET_MS = 3000;
const MAX_DUE = 1000;
/** The number of rollouts that are read at a time: a tick of one that was written since then fails. */
const MAX_READ = 100;
const MAX_AT_ONCE = 2;

/**
 * Ticks every rollout that is due. The ticks of one organisation follow each other under a lease, which another worker
 * takes over ten seconds after its holder died. A rollout that fails is left to the next call.
 * @returns how many ticks were made
 */
export async function reconcileDue(deps: RolloutDeps): Promise<number> {
  const byOrganisation = new Map<number, number[]>();
  for (const { _id, organisationId } of await deps.stores.rollouts.due(deps.now(), MAX_DUE))
    byOrganisation.set(organisationId, [...(byOrganisation.get(organisationId) ?? []), _id]);
  const counts = await pLimit(MAX_AT_ONCE).map([...byOrganisation], ([organisationId, ids]) =>
    reconcileOrganisation(deps, organisationId, ids),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function reconcileOrganisation(
  deps: RolloutDeps,
  organisationId: number,
  ids: readonly number[],
): Promise<number> {
  const { stores, log, failpoint } = deps;
  const deadline = performance.now() + BUDGET_MS;
  let ticks = 0;
  const work = async (lease: HeldLock): Promise<void> => {
    await failpoint('rollout-leased');
    // Whether every upgrade has its slot that a tick of the organisation has decided on: ticks count what is in flight.
    let isDispatched = false;
    for (let due = ids; due.length > 0 && performance.now() < deadline;) {
      const again: number[] = [];
      for (const batch of batchesOf(due, MAX_READ)) {
        for (const rollout of await stores.rollouts.current(organisationId, batch)) {
          try {
            if (!isDispatched) await dispatchDecided(deps, organisationId);
            isDispatched = true;
            if (await tickRollout(deps, rollout, lease)) again.push(rollout._id);
            ticks += 1;
          } catch (error) {
            isDispatched = false;
            log.error(
              { err: error, rollout: rollout._id },
              'A tick of a rollout failed; the next one continues',
            );
          }
        }
      }
      due = again;
    }
  };
  try {
    await stores.locks.hold(`rollouts:${organisationId}`, 0, work, LEASE_MS);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
  }
  return ticks;
}
