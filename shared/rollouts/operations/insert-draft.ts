import { authorOf, writeScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { RolloutDeps } from '../deps.js';
import { draftEvent, logEntries } from '../domain/rollout-log.js';
import type { RolloutSettings } from '../domain/settings.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { Accompany, RolloutView } from './change-rollout.js';
import { newStages } from './rollout-settings.js';

const MAX_OPEN = 100;

/** A draft as its creator wants it. */
export interface NewDraft extends Pick<RolloutRecord, 'derivedFrom'> {
  /** Without a seed, the id becomes the seed. */
  readonly settings: RolloutSettings;
  readonly at: Date;
}

/**
 * Stores a Draft with the scope of what the caller may change now. The organisation's open rollouts are counted in the
 * transaction that adds it, so that concurrent requests do not exceed the limit.
 * @throws AppError tooManyOpen
 */
export async function insertDraft(
  { stores, failpoint }: RolloutDeps,
  caller: Caller,
  { settings, derivedFrom, at }: NewDraft,
  accompany: Accompany,
): Promise<RolloutView> {
  const { organisationId, networkIds, unassigned } = writeScope(caller);
  const rollout: RolloutRecord = {
    ...draftOf(await stores.ids.reserve('rollouts'), settings, at),
    organisationId,
    createdBy: caller.userId,
    networkIds: networkIds === 'all' ? null : [...networkIds],
    includesUnassigned: unassigned,
    derivedFrom,
  };
  await stores.transact(organisationId, async (session) => {
    if ((await stores.rollouts.countOpen(organisationId, session)) >= MAX_OPEN)
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

type Owned = 'organisationId' | 'createdBy' | 'networkIds' | 'includesUnassigned' | 'derivedFrom';

/** A draft without its owner and scope. */
export function draftOf(id: number, settings: RolloutSettings, at: Date): Omit<RolloutRecord, Owned> {
  return {
    _id: id,
    createdAt: at,
    settings: { ...settings, seed: settings.seed === '' ? String(id) : settings.seed },
    state: 'Draft',
    stateReason: null,
    revision: 1,
    scheduleId: null,
    releaseId: null,
    startedAt: null,
    endedAt: null,
    fingerprint: null,
    drift: null,
    stages: newStages(settings),
    seq: 0,
    tickAt: null,
    tick: null,
    bucket: null,
    scan: null,
    waits: null,
    waitScan: null,
    planned: null,
    joinedTo: null,
    blockedNetworks: [],
    finished: [],
    judged: [],
    failed: [],
    failures: [],
    judgedFrom: null,
    lookedAt: null,
    looks: 0,
    sick: null,
    noted: null,
    watch: null,
  };
}
