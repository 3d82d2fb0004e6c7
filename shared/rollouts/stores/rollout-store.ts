import type { ClientSession, QueryFilter } from 'mongoose';
import { readScope, type Caller, type Scope } from '../../access/domain/access.js';
import { allWithin } from '../../platform/mongo/all-within.js';
import { STARTED_STATES, type RolloutState } from '../domain/rollout-state.js';
import type { RolloutModels } from '../models/models.js';
import type { RolloutRecord } from '../models/rollout.js';

/** Locates a rollout: the organisation determines the shard. */
export type RolloutRef = Pick<RolloutRecord, '_id' | 'organisationId'>;

/** A rollout and the time at which its tick is due. */
export type DueRollout = RolloutRef & { readonly tickAt: Date };

/** Fields that a write of a rollout sets; `seq` is incremented by the store. */
export type RolloutChange = Partial<Omit<RolloutRecord, '_id' | 'organisationId' | 'seq'>>;

export interface RolloutPage {
  readonly state?: RolloutState | undefined;
  readonly ids?: readonly number[] | undefined;
  /** Only rollouts created before this one. */
  readonly beforeId?: number | undefined;
  readonly limit: number;
}

export interface NamedRollout {
  readonly id: number;
  readonly name: string;
  readonly state: RolloutState;
}

export type RolloutStore = ReturnType<typeof createRolloutStore>;

const MAX_OPEN = 100;
const OPEN_STATES: readonly RolloutState[] = ['Draft', 'Scheduled', 'Running', 'Paused'];
const TICKING_STATES: readonly RolloutState[] = ['Scheduled', 'Running', 'Paused', 'Completed', 'Cancelled'];

/** Rollouts. Every change is one write, conditional on the record that it was computed from. */
export function createRolloutStore({ organisations, rollouts }: RolloutModels) {
  return {
    async create(rollout: RolloutRecord, session?: ClientSession): Promise<void> {
      await rollouts.create([rollout], session ? { session } : {});
    },
    /** A rollout that the caller sees; null otherwise. */
    async find(caller: Caller, id: number): Promise<RolloutRecord | null> {
      return rollouts.findOne({ ...visible(readScope(caller)), _id: id }).lean();
    },
    /** Those of the ids whose rollouts the caller sees. */
    async visibleIds(caller: Caller, ids: readonly number[]): Promise<number[]> {
      const found = await rollouts
        .find({ ...visible(readScope(caller)), _id: { $in: [...ids] } }, { _id: 1 })
        .batchSize(ids.length + 1)
        .lean();
      return found.map(({ _id }) => _id);
    },
    /** The rollouts that the caller sees, the newest first. */
    async list(caller: Caller, { state, ids, beforeId, limit }: RolloutPage): Promise<RolloutRecord[]> {
      const filter = {
        ...visible(readScope(caller)),
        ...(state === undefined ? {} : { state }),
        _id: { ...(ids ? { $in: [...ids] } : {}), $lt: beforeId ?? Number.MAX_SAFE_INTEGER },
      };
      return rollouts
        .find(filter)
        .sort({ _id: -1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    /** The newest rollouts that the caller sees, with their names. */
    async names(caller: Caller, limit: number): Promise<NamedRollout[]> {
      const found = await rollouts
        .find(visible(readScope(caller)), { 'settings.name': 1, state: 1 })
        .sort({ _id: -1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean<Pick<RolloutRecord, '_id' | 'settings' | 'state'>[]>();
      return found.map(({ _id: id, settings, state }) => ({ id, name: settings.name, state }));
    },
    /** The number of rollouts in a state that the caller sees, up to a limit. */
    async countInState(caller: Caller, state: RolloutState, limit: number): Promise<number> {
      const filter = { ...visible(readScope(caller)), state };
      return rollouts.countDocuments(filter, { hint: 'organisation_state', limit }).exec();
    },
    /**
     * The number of rollouts of an organisation that have not ended. It stays so until the transaction ends: of two that
     * count, the later one is tried again.
     */
    async countOpen(organisationId: number, session: ClientSession): Promise<number> {
      await organisations.updateOne({ _id: organisationId }, { $inc: { rolloutRevision: 1 } }, { session });
      return rollouts.countDocuments({ organisationId, state: { $in: OPEN_STATES } }, { session }).exec();
    },
    /**
     * Changes a rollout that has not been written since it was read. Increments `seq`, so a tick that was computed from
     * the former record fails. One conditional write; null when the record has changed.
     */
    async change(
      { _id, organisationId, seq }: RolloutRecord,
      set: RolloutChange,
      session?: ClientSession,
    ): Promise<RolloutRecord | null> {
      return rollouts
        .findOneAndUpdate(
          { _id, organisationId, seq },
          { $set: set, $inc: { seq: 1 } },
          { returnDocument: 'after', ...(session ? { session } : {}) },
        )
        .lean();
    },
    /** Deletes a rollout that has not been written since it was read. One conditional write. */
    async remove({ _id, organisationId, seq }: RolloutRecord, session?: ClientSession): Promise<boolean> {
      const { deletedCount } = await rollouts.deleteOne(
        { _id, organisationId, seq },
        session ? { session } : {},
      );
      return deletedCount === 1;
    },
    /** For the command line, which sees every organisation. */
    async byId(id: number): Promise<RolloutRecord | null> {
      return rollouts.findOne({ _id: id }).lean();
    },
    /** The newest rollouts of an organisation, or those of a state, for the command line. */
    async newest(
      organisationId: number,
      state: RolloutState | undefined,
      limit: number,
    ): Promise<RolloutRecord[]> {
      return rollouts
        .find({ organisationId, ...(state === undefined ? {} : { state }) })
        .sort({ _id: -1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    /** Rollouts of one organisation as they are now, for the worker. */
    async current(organisationId: number, ids: readonly number[]): Promise<RolloutRecord[]> {
      return rollouts
        .find({ organisationId, _id: { $in: [...ids] } })
        .batchSize(ids.length + 1)
        .lean();
    },
    /** The states of rollouts of some organisations, by id. */
    async states(
      organisationIds: readonly number[],
      ids: readonly number[],
    ): Promise<Map<number, RolloutState>> {
      const among = { organisationId: { $in: [...organisationIds] }, _id: { $in: [...ids] } };
      const found = await rollouts
        .find(among, { state: 1 })
        .batchSize(ids.length + 1)
        .lean();
      return new Map(found.map(({ _id, state }) => [_id, state]));
    },
    /** Running rollouts of an organisation whose last tick named upgrades to dispatch; at most 100 are open. */
    async dispatching(organisationId: number): Promise<RolloutRecord[]> {
      return rollouts
        .find({ organisationId, state: 'Running', 'tick.dispatch.0': { $exists: true } })
        .hint('organisation_state')
        .batchSize(MAX_OPEN + 1)
        .lean();
    },
    /** Which of these have been written since they were read, as they are now. */
    async rewritten(read: readonly RolloutRecord[]): Promise<RolloutRecord[]> {
      const seqs = new Map(read.map(({ _id, seq }) => [_id, seq]));
      const among = {
        organisationId: { $in: [...new Set(read.map(({ organisationId }) => organisationId))] },
        _id: { $in: [...seqs.keys()] },
      };
      const now = await rollouts.find(among, { seq: 1 }).lean();
      const moved = now.filter(({ _id, seq }) => seq !== seqs.get(_id)).map(({ _id }) => _id);
      return moved.length === 0 ? [] : rollouts.find({ ...among, _id: { $in: moved } }).lean();
    },
    /** Rollouts whose tick is due, the most overdue first. */
    async due(now: Date, limit: number): Promise<DueRollout[]> {
      return rollouts
        .find({ state: { $in: TICKING_STATES }, tickAt: { $lte: now } }, { organisationId: 1, tickAt: 1 })
        .sort({ tickAt: 1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean<DueRollout[]>();
    },
    /** A rollback of a rollout that has started and has not ended; null when there is none. */
    async openRollback(
      organisationId: number,
      sourceId: number,
    ): Promise<Pick<RolloutRecord, '_id' | 'state'> | null> {
      const among = { organisationId, state: { $in: [...STARTED_STATES] } };
      const derived = { 'derivedFrom.rollout_id': sourceId, 'derivedFrom.action': 'rollback' } as const;
      return rollouts
        .findOne({ ...among, ...derived }, { state: 1 })
        .hint('organisation_state')
        .lean();
    },
    /** The running rollouts of an organisation that offer a release. */
    async runningOf(
      organisationId: number,
      releaseId: number,
      session: ClientSession,
    ): Promise<RolloutRecord[]> {
      return rollouts
        .find({ organisationId, state: 'Running', releaseId }, null, { session })
        .hint('organisation_state')
        .batchSize(MAX_OPEN + 1)
        .lean();
    },
    /** The organisations with running rollouts that offer a release. */
    async organisationsRunning(releaseId: number): Promise<number[]> {
      const found = await rollouts
        .find({ state: 'Running', releaseId }, { organisationId: 1 })
        .hint('state_tick')
        .lean();
      return [...new Set(found.map(({ organisationId }) => organisationId))];
    },
    /** The ids of all running rollouts. */
    async running(): Promise<number[]> {
      return (await rollouts.find({ state: 'Running' }, { _id: 1 }).hint('state_tick').lean()).map(
        ({ _id }) => _id,
      );
    },
  };
}

/** The rollouts whose every network the scope contains; unassigned devices count as a network. */
function visible({ organisationId, networkIds, unassigned }: Scope): QueryFilter<RolloutRecord> {
  return {
    organisationId,
    ...(networkIds === 'all' ? {} : { networkIds: allWithin(networkIds) }),
    ...(unassigned ? {} : { includesUnassigned: false }),
  };
}
