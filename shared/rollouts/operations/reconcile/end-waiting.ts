import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';

/**
 * Ends the upgrades of a rollout that is over, a slice at a time: those that wait, and those that are Queued and were
 * never offered. An offered upgrade goes on, and ends here when it has lost its slot. A forced cancellation also ends those
 * that devices have begun.
 */
export async function endWaiting(deps: RolloutDeps, rollout: RolloutRecord, now: Date): Promise<void> {
  const { stores, failpoint } = deps;
  const event = rollout.state === 'Cancelled' ? 'cancelledByCaller' : 'rolloutEnded';
  await stores.rolloutDispatch.endAll(rollout, event, now);
  if (rollout.abandonsBegun === true) {
    await stores.rolloutDispatch.abandonAll(rollout, now);
    await failpoint('begun-abandoned');
  }
  const isUnbound = rollout.stages[0]?.state === 'Waiting';
  if (isUnbound) await stores.rolloutPreviews.removeListsOf(rollout.organisationId, rollout._id);
  await failpoint('waiting-ended');
}
