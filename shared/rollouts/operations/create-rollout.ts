import { authorOf, writeScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { RolloutDeps } from '../deps.js';
import { readSettings } from '../domain/read-settings.js';
import { draftEvent, logEntries } from '../domain/rollout-log.js';
import type { RolloutSettings } from '../domain/settings.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { Accompany, RolloutView } from './change-rollout.js';
import { referenceFaults } from './reference-faults.js';
import { newStages, settingsDefaults } from './rollout-settings.js';

const MAX_OPEN = 100;

/**
 * Creates a Draft with the scope of what the caller may change now (docs/rollouts.md#create_rollout). The organisation's open
 * rollouts are counted in the transaction that adds it, so that concurrent requests do not exceed the limit.
 * @throws AppError forbidden, settingsInvalid naming every fault, tooManyOpen
 */
export async function createRollout(
  deps: RolloutDeps,
  caller: Caller,
  input: unknown,
  accompany: Accompany,
): Promise<RolloutView> {
  const scope = writeScope(caller);
  if (!scope.unassigned && scope.networkIds.length === 0) throw new AppError('forbidden');
  const { stores, env, now, failpoint } = deps;
  const at = now();
  const read = readSettings(input, { defaults: settingsDefaults(env), fallbackSeed: '', now: at });
  const faults = [...(read.ok ? [] : read.faults), ...(await referenceFaults(deps, caller, scope, input))];
  if (!read.ok || faults.length > 0) throw new AppError('settingsInvalid', { details: { errors: faults } });

  const rollout = newRollout(caller, await stores.ids.reserve('rollouts'), read.settings, at);
  await stores.transact(caller.organisationId, async (session) => {
    if ((await stores.rollouts.countOpen(caller.organisationId, session)) >= MAX_OPEN)
      throw new AppError('tooManyOpen', {
        text: `The organisation has ${MAX_OPEN} open rollouts, which is the most`,
      });
    await stores.rollouts.create(rollout, session);
    const events = [draftEvent('rollout.created', rollout)];
    await stores.audit.write(logEntries(rollout, { seq: 0, at, events }, authorOf(caller)), session);
    await accompany({ rollout, progress: null }, session);
  });
  await failpoint('rollout-changed');
  return { rollout, progress: null };
}

function newRollout(caller: Caller, id: number, settings: RolloutSettings, at: Date): RolloutRecord {
  const { organisationId, networkIds, unassigned } = writeScope(caller);
  return {
    _id: id,
    organisationId,
    createdBy: caller.userId,
    createdAt: at,
    networkIds: networkIds === 'all' ? null : [...networkIds],
    includesUnassigned: unassigned,
    settings: { ...settings, seed: settings.seed === '' ? String(id) : settings.seed },
    state: 'Draft',
    stateReason: null,
    revision: 1,
    scheduleId: null,
    releaseId: null,
    startedAt: null,
    endedAt: null,
    derivedFrom: null,
    stages: newStages(settings),
    seq: 0,
    tickAt: null,
    tick: null,
    bucket: null,
    scan: null,
    joinedTo: null,
    offline: 0,
    finished: [],
    judged: [],
    failures: [],
  };
}
