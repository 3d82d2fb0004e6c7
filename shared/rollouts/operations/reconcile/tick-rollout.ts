import { NEVER_DEAF, type Deafness } from '../../../deaf-periods/domain/deafness.js';
import { readDeafness } from '../../../deaf-periods/operations/read-deafness.js';
import { SYSTEM } from '../../../audit/domain/audit-entry.js';
import { isLookDue } from '../../domain/gates/health-gate.js';
import { currentStage } from '../../domain/move-stage.js';
import { allowance, countOffered, reconcile, type Tick } from '../../domain/reconcile.js';
import { logEntries } from '../../domain/rollout-log.js';
import { NONE_INELIGIBLE } from '../../domain/ineligible.js';
import type { HeldLock } from '../../../platform/mongo/lock-store.js';
import { isDispatched } from '../../../upgrades/domain/upgrade-status.js';
import type { Facts } from '../../domain/tick-facts.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { EndedUpgrade } from '../../stores/rollout-upgrade-store.js';
import { findDrift } from '../preview/find-drift.js';
import { addJoiners, isJoinerSearchDue } from './add-joiners.js';
import { announceTick } from './announce-tick.js';
import { bindSlice } from './bind-stage.js';
import { endWaiting } from './end-waiting.js';
import { lookAtHealth } from './look-at-health.js';
import { planStage } from './plan-stage.js';
import { reserveRollback, rollBack } from './roll-back.js';
import { RolloutNetworks } from './rollout-networks.js';
import { scanWaiting } from './scan-waiting.js';
import { countBound } from './stage-upgrades.js';

/** A tick counts at most this many ended upgrades and as many devices that left. */
const MAX_COUNTED = 5000;

/**
 * One tick of a rollout (docs/rollouts.md#ticks): repeats what the last one decided, gathers facts, decides, writes the
 * decision under the condition that the rollout is as it was read, and carries it out. May be killed anywhere and run
 * twice at a time: what it writes before the decision, it may write again.
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
  const facts = await gather(deps, rollout, at);
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
  if (tick.rollback !== undefined) await rollBack(deps, rollout, tick.rollback, at);
  await dispatch(deps, rollout, at);
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
  const isSame = tick.stages.every(({ state }, index) => state === rollout.stages[index]?.state);
  if ((isSame && tick.state === rollout.state) || facts.deafness !== NEVER_DEAF) return tick;
  return reconcile(rollout, { ...facts, deafness: await deafnessOf(deps, rollout) });
}

async function deafnessOf(deps: RolloutDeps, { organisationId }: RolloutRecord): Promise<Deafness> {
  return (await readDeafness(deps)).of(organisationId);
}

/**
 * Reads what the decision depends on. On the way it ends waiting upgrades, adds joiners, binds the next slice of a stage,
 * and keeps the control group and the drift of a stage that begins; each write can be repeated.
 */
async function gather(deps: RolloutDeps, rollout: RolloutRecord, now: Date): Promise<Facts> {
  const { stores, failpoint } = deps;
  const isOver = rollout.state === 'Cancelled' || rollout.state === 'Completed';
  if (isOver) await endWaiting(deps, rollout, now);
  const joined = isJoinerSearchDue(rollout, now) ? await addJoiners(deps, rollout) : null;
  const ended = await stores.rolloutUpgrades.ended(rollout, MAX_COUNTED);
  const left = await stores.rolloutUpgrades.left([rollout], MAX_COUNTED);
  const isMore = ended.length === MAX_COUNTED || left.length === MAX_COUNTED;
  const endedIds = ended.map(({ id }) => id);
  const found = await stores.rolloutUpgrades.uncounted([rollout], endedIds);
  const open = found.filter(({ status }) => isDispatched(status));
  const index = currentStage(rollout);
  const stage = rollout.stages[index];
  const isRunning = rollout.state === 'Running';
  const begins = isRunning && stage?.state === 'Waiting';
  const isFirst = begins && rollout.drift === null && index === 0;
  const drift = isFirst ? await findDrift(deps, rollout) : null;
  const isHeld = drift === 'pending' || drift?.differs;
  const deafness = begins || isLookDue(rollout, index, now) ? await deafnessOf(deps, rollout) : NEVER_DEAF;
  // Canaries are chosen among devices that are up.
  const plan = begins && !isHeld && !deafness.mustWait(now) ? await planStage(deps, rollout, index) : null;
  if (plan) await failpoint('stage-planned');
  const slice = stage?.state === 'Binding' ? await sliceOf(deps, rollout, isOver) : null;
  if (slice) await failpoint('stage-bound');
  const look = isLookDue(rollout, index, now, deafness)
    ? await lookAtHealth(deps, rollout, index, now, deafness)
    : null;
  if (look) await failpoint('health-looked');
  const networks = new RolloutNetworks(deps, rollout, now);
  const allowed = isRunning && (await networks.isOpen()) ? allowance(rollout, open, now) : 0;
  const scan = allowed > 0 ? await scanWaiting(deps, rollout, networks, open, allowed, now) : null;
  const judged = await judgeNetworks(networks, rollout, { ended, joined });
  return {
    now,
    ended,
    left,
    isMore,
    open,
    drift: drift === 'pending' ? null : drift,
    plan,
    slice,
    joined,
    scan,
    look,
    deafness,
    networks: judged,
  };
}

/** The next slice of a binding; the binding of a rollout that is over ends with what is written. */
async function sliceOf(deps: RolloutDeps, rollout: RolloutRecord, isOver: boolean): Promise<Facts['slice']> {
  const index = currentStage(rollout);
  if (rollout.state === 'Running') return bindSlice(deps, rollout, index);
  if (!isOver) return null;
  const bound = await countBound(deps, rollout, index);
  return { next: null, ...NONE_INELIGIBLE, bound };
}

/**
 * Whether networks are blocked: those that the scan has read, those where upgrades have failed, and once a minute all
 * that are, because their number of devices may have changed.
 */
async function judgeNetworks(
  networks: RolloutNetworks,
  { blockedNetworks }: RolloutRecord,
  { ended, joined }: Pick<Facts, 'joined'> & { readonly ended: readonly EndedUpgrade[] },
): Promise<Map<number, boolean>> {
  const failed = ended.filter(({ status }) => status === 'Failed').map(({ networkId }) => networkId);
  await networks.read([...failed, ...(joined === null ? [] : blockedNetworks)]);
  return networks.judged();
}
