import { batchesOf } from '../../../platform/mongo/batches.js';
import type { Turn } from '../../../platform/loop.js';
import type { RolloutDeps } from '../../deps.js';
import { dispatchDecided, tickRollout } from './tick-rollout.js';

const MAX_DUE = 1000;
/** The number of rollouts that are read at a time: a tick of one that was written since then fails. */
const MAX_READ = 100;

/** The due rollouts of an organisation. */
export interface DueRollouts {
  readonly organisationId: number;
  readonly ids: readonly number[];
}

export async function dueRollouts({ stores, now }: RolloutDeps): Promise<DueRollouts[]> {
  const byOrganisation = new Map<number, number[]>();
  for (const { _id, organisationId } of await stores.rollouts.due(now(), MAX_DUE))
    byOrganisation.set(organisationId, [...(byOrganisation.get(organisationId) ?? []), _id]);
  return [...byOrganisation].map(([organisationId, ids]) => ({ organisationId, ids }));
}

/**
 * Ticks the due rollouts of an organisation, one after the other. One that fails is left to the next call.
 * @returns false: nothing is left to do at once
 */
export async function tickRollouts(
  deps: RolloutDeps,
  { organisationId, ids }: DueRollouts,
  { lease, isOver }: Turn,
): Promise<false> {
  const { stores, log, failpoint } = deps;
  await failpoint('rollout-leased');
  // Whether every upgrade has its slot that a tick of the organisation has decided on: ticks count what is in flight.
  let isDispatched = false;
  for (let due = ids; due.length > 0 && !isOver();) {
    const again: number[] = [];
    for (const batch of batchesOf(due, MAX_READ)) {
      for (const rollout of await stores.rollouts.current(organisationId, batch)) {
        try {
          if (!isDispatched) await dispatchDecided(deps, organisationId);
          isDispatched = true;
          if (await tickRollout(deps, rollout, lease)) again.push(rollout._id);
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
  return false;
}
