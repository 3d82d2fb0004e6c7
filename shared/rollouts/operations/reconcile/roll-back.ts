import { isDuplicateKey } from '../../../platform/mongo/batches.js';
import { rollbackSettings } from '../../domain/derived-settings.js';
import { emptyBucket } from '../../domain/rate.js';
import type { Tick } from '../../domain/reconcile.js';
import { draftEvent, eventsBetween } from '../../domain/rollout-log.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import { draftOf } from '../insert-draft.js';
import { endAfter } from '../rollout-settings.js';

/** The gates that find a bad release; the others say nothing about what the upgraded devices run. */
const BLAMES_RELEASE: ReadonlySet<unknown> = new Set(['failure_gate', 'health_gate']);

/** The tick with the id of the rollback that a trip of a gate leads to, so that repeating the tick creates only one. */
export async function reserveRollback(
  { stores }: RolloutDeps,
  rollout: RolloutRecord,
  decided: Tick,
): Promise<Tick> {
  const { tick, state, stateReason } = decided;
  const trips =
    rollout.state === 'Running' && state === 'Paused' && BLAMES_RELEASE.has(stateReason?.['gate']);
  if (!trips || tick === null || rollout.settings.gates.action !== 'rollback') return decided;
  return { ...decided, tick: { ...tick, rollback: await stores.ids.reserve('rollouts') } };
}

/**
 * Creates the rollback with the reserved id as a running rollout, in one write; does nothing when it exists. It acts for
 * the creator of the rollout, within the same scope, and beside the limit of open rollouts.
 */
export async function rollBack(
  { stores, failpoint }: RolloutDeps,
  source: RolloutRecord,
  id: number,
  at: Date,
): Promise<void> {
  const { organisationId, createdBy, networkIds, includesUnassigned } = source;
  if ((await stores.rollouts.current(organisationId, [id])).length > 0) return;
  const settings = { ...rollbackSettings(source), end_at: endAfter(at) };
  const started: RolloutRecord = {
    ...draftOf(id, settings, at),
    organisationId,
    createdBy,
    networkIds,
    includesUnassigned,
    derivedFrom: { rollout_id: source._id, action: 'rollback', causes: [] },
    state: 'Running',
    revision: 2,
    scheduleId: await stores.ids.reserve('schedules'),
    startedAt: at,
    tickAt: at,
    bucket: emptyBucket(at),
  };
  const events = [
    draftEvent('rollout.created', { ...started, state: 'Draft' }),
    ...eventsBetween({ ...started, state: 'Draft' }, started),
  ];
  // Its first tick writes the log.
  const tick = { seq: 0, counted: [], left: [], dispatch: [], at, events };
  try {
    await stores.rollouts.create({ ...started, tick });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  await failpoint('rollback-created');
}
