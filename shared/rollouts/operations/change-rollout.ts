import { authorOf, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany as AccompanyOf } from '../../platform/mongo/transaction.js';
import { isoSeconds } from '../../platform/values/iso-time.js';
import { requireRevision } from '../../platform/values/revision.js';
import type { RolloutDeps } from '../deps.js';
import { eventsBetween, logEntries } from '../domain/rollout-log.js';
import { judgeAction, type Action } from '../domain/rollout-state.js';
import { mayChangeRollout } from '../domain/rollout-access.js';
import type { RolloutRecord, StateReason } from '../models/rollout.js';
import type { RolloutChange } from '../stores/rollout-store.js';
import { viewOf, type RolloutView } from './read-progress.js';
import { webhookEvents } from './rollout-webhooks.js';

/** A change fails when a tick or another caller writes the rollout; ticks are a second apart. */
const MAX_TRIES = 10;

export type { RolloutView };

/** Runs in the transaction of a change of a rollout. */
export type Accompany = AccompanyOf<RolloutView>;

/** A rollout that a caller wants to change. */
export interface ChangeRequest {
  readonly id: number;
  /** The revisions that the caller expects; null when every revision is accepted. */
  readonly revisions: readonly number[] | null;
}

/** @throws AppError rolloutNotFound */
export async function findRollout(
  { stores }: RolloutDeps,
  caller: Caller,
  id: number,
): Promise<RolloutRecord> {
  const rollout = await stores.rollouts.find(caller, id);
  if (!rollout) throw new AppError('rolloutNotFound', { details: { id } });
  return rollout;
}

/** @throws AppError rolloutNotFound, forbidden, revisionChanged */
export async function findToChange(
  deps: RolloutDeps,
  caller: Caller,
  { id, revisions }: ChangeRequest,
): Promise<RolloutRecord> {
  const rollout = await findRollout(deps, caller, id);
  if (!mayChangeRollout(caller, rollout)) throw new AppError('forbidden');
  requireRevision(rollout, revisions);
  return rollout;
}

/**
 * Changes a rollout by one conditional write, and reads and judges it again when it has been written in between.
 * @param judge the fields to set; null when the rollout is as the caller wants it. @throws AppError
 * @throws AppError rolloutNotFound, forbidden, revisionChanged; overloaded when all tries fail; errors of `judge`
 */
export async function changeRollout(
  deps: RolloutDeps,
  caller: Caller,
  request: ChangeRequest,
  judge: (read: RolloutRecord) => RolloutChange | null | Promise<RolloutChange | null>,
  accompany: Accompany,
): Promise<RolloutView> {
  const { stores, now, failpoint } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const read = await findToChange(deps, caller, request);
    const change = await judge(read);
    if (change === null) return viewOf(deps, read);
    // Before the transaction: it reads the stored rollout too.
    const { progress } = await viewOf(deps, { ...read, ...change });
    const rollout = await stores.transact(caller.organisationId, async (session) => {
      const set = { ...change, revision: read.revision + 1 };
      const changed = await stores.rollouts.change(read, set, session);
      if (changed === null) return null;
      const write = { seq: changed.seq, at: now(), events: eventsBetween(read, changed) };
      await stores.audit.write(logEntries(changed, write, authorOf(caller)), session);
      const view = { rollout: changed, progress };
      await stores.outbox.put(caller.organisationId, webhookEvents(view, write), write.at, session);
      await accompany(view, session);
      return changed;
    });
    await failpoint('rollout-changed');
    if (rollout) return { rollout, progress };
  }
  throw new AppError('overloaded');
}

/**
 * Carries out an action: changes nothing where its state is reached.
 * @throws AppError stateForbids; errors of changeRollout
 */
export function actOn(
  deps: RolloutDeps,
  caller: Caller,
  request: ChangeRequest,
  action: Action,
  act: (read: RolloutRecord) => RolloutChange | Promise<RolloutChange>,
  accompany: Accompany,
): Promise<RolloutView> {
  const judge = (read: RolloutRecord): ReturnType<typeof act> | null => {
    const verdict = judgeAction(action, read.state);
    if (verdict === 'refused') throw forbiddenIn(read, action);
    return verdict === 'acts' ? act(read) : null;
  };
  return changeRollout(deps, caller, request, judge, accompany);
}

/** The refusal of something that the state of the rollout does not allow. */
export function forbiddenIn({ state }: RolloutRecord, what: string): AppError {
  return new AppError('stateForbids', { text: `A rollout that is ${state} does not take ${what}` });
}

/** Why a rollout is in a state that a caller chose, under the names of the API. */
export function callersReason({ userId }: Caller, reason: string | null, at: Date): StateReason {
  return { reason, by: userId, at: isoSeconds(at) };
}
