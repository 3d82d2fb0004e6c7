import { NEVER_DEAF } from '../../../deaf-periods/domain/deafness.js';
import { SYSTEM } from '../../../audit/domain/audit-entry.js';
import { countOffered, reconcile, type Tick } from '../../domain/reconcile.js';
import { logEntries } from '../../domain/rollout-log.js';
import type { HeldLock } from '../../../platform/mongo/lock-store.js';
import type { Facts } from '../../domain/tick-facts.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { TickRecord } from '../../models/rollout-tick.js';
import { announceTick } from './announce-tick.js';
import { deafnessOf, prepareTick } from './prepare-tick.js';
import { readFacts } from './read-facts.js';
import { reserveRollback, rollBack } from './roll-back.js';

/**
 * One tick of a rollout (docs/rollouts.md#ticks): repeats what the last one decided, writes what the decision counts on,
 * reads the facts, decides, ends waiting upgrades that need no dispatch, writes the decision under the condition that the
 * rollout is as it was read, and carries it out. May be killed anywhere and run twice at a time: all but the decision can
 * be written again.
 * @param lease of the organisation, without which no decision is written
 * @returns whether another tick is due at once
 * @throws LockLost
 */
export async function tickRollout(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  lease: HeldLock,
): Promise<boolean> {
  const { stores, metrics, now, failpoint } = deps;
  const at = now();
  if (!rollout.tickAt || rollout.tickAt > at) return false;
  const observe = metrics.rolloutTicks.startTimer();
  await failpoint('rollout-read');
  await carryOut(deps, rollout, at);
  const prepared = await prepareTick(deps, rollout, at);
  const { facts, ends, noted } = await readFacts(deps, rollout, prepared, at);
  await stores.rolloutDispatch.end(rollout, ends, at);
  if (rollout.settings.gates.health) await stores.rolloutLooks.put(rollout, noted);
  await failpoint('waiting-ended');
  const tick = await reserveRollback(deps, rollout, await decide(deps, rollout, facts));
  await failpoint('tick-decided');
  await lease.check();
  const written = await stores.rollouts.change(rollout, tick);
  await failpoint('tick-written');
  if (written) await carryOut(deps, written, at);
  observe({ outcome: written ? 'written' : 'overtaken' });
  if (!written) return true;
  metrics.rolloutDispatches.inc(countOffered(tick.tick?.dispatch ?? []));
  const gate = written.stateReason?.['gate'];
  if (rollout.state === 'Running' && typeof gate === 'string') metrics.rolloutTrips.inc({ gate });
  return written.tickAt !== null && written.tickAt <= at;
}

/** Logs, counts and dispatches what the last tick named, and creates its rollback. May be repeated. */
async function carryOut(deps: RolloutDeps, rollout: RolloutRecord, at: Date): Promise<void> {
  const { stores, failpoint } = deps;
  const { tick } = rollout;
  if (tick === null) return;
  const { seq, at: decidedAt = at, events = [] } = tick;
  await stores.audit.write(logEntries(rollout, { seq, at: decidedAt, events }, SYSTEM));
  await failpoint('tick-logged');
  await stores.rolloutUpgrades.markCounted(rollout, tick);
  await failpoint('tick-counted');
  await announceTick(deps, rollout, at);
  await failpoint('tick-announced');
  await noteSeries(deps, rollout, tick);
  if (rollout.endedAt !== null) await stores.rolloutLooks.expire(rollout, rollout.endedAt);
  if (tick.rollback !== undefined) await rollBack(deps, rollout, tick.rollback, at);
  await dispatch(deps, rollout, at);
}

/** Adds to the series of the rollout what its last tick has noted. */
async function noteSeries({ stores }: RolloutDeps, rollout: RolloutRecord, tick: TickRecord): Promise<void> {
  if (tick.counts) await stores.rolloutSeries.addCounts(rollout, tick.counts);
  for (const look of tick.looks ?? []) await stores.rolloutSeries.addLook(rollout, look);
}

/** Gives slots to the upgrades that the last tick named; not if their offer is over, or was decided before a pause. */
async function dispatch({ stores, failpoint }: RolloutDeps, rollout: RolloutRecord, at: Date): Promise<void> {
  const { tick, state } = rollout;
  if (tick === null || state !== 'Running') return;
  for (const offer of tick.dispatch) {
    if (offer.until <= at) continue;
    await stores.rolloutDispatch.dispatch(rollout, tick.seq, offer, at);
    await failpoint('tick-dispatched');
  }
}

/**
 * Gives slots to the upgrades of an organisation that ticks named whose worker died. Otherwise the tick of another
 * rollout would not find them in flight and would exceed the limit of a network.
 */
export async function dispatchDecided(deps: RolloutDeps, organisationId: number): Promise<void> {
  const at = deps.now();
  for (const rollout of await deps.stores.rollouts.dispatching(organisationId))
    await dispatch(deps, rollout, at);
}

/** Decides once more, with what is known of deaf periods, before the rollout or a stage changes its state. */
async function decide(deps: RolloutDeps, rollout: RolloutRecord, facts: Facts): Promise<Tick> {
  const tick = reconcile(rollout, facts);
  const isSame =
    tick.watch?.state === rollout.watch?.state &&
    tick.stages.every(({ state }, index) => state === rollout.stages[index]?.state);
  if ((isSame && tick.state === rollout.state) || facts.deafness !== NEVER_DEAF) return tick;
  return reconcile(rollout, { ...facts, deafness: await deafnessOf(deps, rollout.organisationId) });
}
