import { NEVER_DEAF, type Deafness } from '../../../deaf-periods/domain/deafness.js';
import { readDeafness } from '../../../deaf-periods/operations/read-deafness.js';
import { isDrawDue } from '../../domain/gates/canaries.js';
import { isLookDue } from '../../domain/gates/health-gate.js';
import { currentStage } from '../../domain/move-stage.js';
import type { Facts } from '../../domain/tick-facts.js';
import { NONE_INELIGIBLE } from '../../domain/ineligible.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import { findDrift } from '../preview/find-drift.js';
import { addJoiners, isJoinerSearchDue } from './add-joiners.js';
import { bindCanaries } from './canaries/bind-canaries.js';
import { bindSlice } from './bind-stage.js';
import { drawCanaries } from './canaries/draw-canaries.js';
import { endWaiting } from './end-waiting.js';
import { planStage } from './plan-stage.js';
import { countBound, countIrreversible } from './stage-upgrades.js';

/** What came of the writes before a decision. */
export type Prepared = Pick<
  Facts,
  'joined' | 'drift' | 'plan' | 'draw' | 'drawnBound' | 'slice' | 'deafness'
>;

/**
 * Writes what the decision of a tick counts on: ends the waiting upgrades of a rollout that is over, adds joiners, keeps
 * the drift, and the cohorts with the first stage, and binds the next slice of one. Each write can be repeated.
 */
export async function prepareTick(deps: RolloutDeps, rollout: RolloutRecord, now: Date): Promise<Prepared> {
  const { failpoint } = deps;
  const isOver = rollout.state === 'Cancelled' || rollout.state === 'Completed';
  if (isOver) await endWaiting(deps, rollout, now);
  const joined = isJoinerSearchDue(rollout, now) ? await addJoiners(deps, rollout) : null;
  const index = currentStage(rollout);
  const stage = rollout.stages[index];
  const begins = rollout.state === 'Running' && stage?.state === 'Waiting';
  const isFirst = begins && rollout.drift === null && index === 0;
  const drift = isFirst ? await findDrift(deps, rollout) : null;
  const isHeld = drift === 'pending' || drift?.differs;
  const isDraw = isDrawDue(rollout, index, now);
  const isJudged = begins || isDraw || isLookDue(rollout, index, now);
  const deafness = isJudged ? await deafnessOf(deps, rollout.organisationId) : NEVER_DEAF;
  // Canaries are chosen among devices that are up.
  const mayChoose = !deafness.mustWait(now);
  const plan = begins && !isHeld && mayChoose ? await planStage(deps, rollout, index, now) : null;
  if (plan) await failpoint('stage-planned');
  const writesDrawn = rollout.state === 'Running' && stage?.drawsOpen === true;
  const drawnBound = writesDrawn ? await bindCanaries(deps, rollout, index) : null;
  const draw = isDraw && mayChoose ? await drawCanaries(deps, rollout, index, now, deafness) : null;
  const slice = stage?.state === 'Binding' ? await bindNext(deps, rollout, isOver) : null;
  if (slice) await failpoint('stage-bound');
  const found = drift === 'pending' ? null : drift;
  return { joined, drift: found, plan, draw, drawnBound, slice, deafness };
}

export async function deafnessOf(deps: RolloutDeps, organisationId: number): Promise<Deafness> {
  return (await readDeafness(deps)).of(organisationId);
}

/** Binds the next slice of a stage; the binding of a rollout that is over ends with what is written. */
async function bindNext(deps: RolloutDeps, rollout: RolloutRecord, isOver: boolean): Promise<Facts['slice']> {
  const index = currentStage(rollout);
  const isCanary = rollout.stages[index]?.canaries !== null;
  if (rollout.state === 'Running' && isCanary)
    return {
      next: null,
      ...NONE_INELIGIBLE,
      bound: await bindCanaries(deps, rollout, index),
      irreversible: await countIrreversible(deps, rollout),
    };
  if (rollout.state === 'Running') return bindSlice(deps, rollout, index);
  if (!isOver) return null;
  const bound = await countBound(deps, rollout, index);
  return { next: null, ...NONE_INELIGIBLE, bound, irreversible: null };
}
