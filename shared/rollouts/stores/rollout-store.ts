import type { ClientSession, QueryFilter } from 'mongoose';
import { readScope, type Caller, type Scope } from '../../access/domain/access.js';
import type { RolloutState } from '../domain/rollout-state.js';
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

export interface RolloutStore {
  create(rollout: RolloutRecord, session?: ClientSession): Promise<void>;
  /** A rollout that the caller sees; null otherwise. */
  find(caller: Caller, id: number): Promise<RolloutRecord | null>;
  /** Those of the ids whose rollouts the caller sees. */
  visibleIds(caller: Caller, ids: readonly number[]): Promise<number[]>;
  /** The rollouts that the caller sees, the newest first. */
  list(caller: Caller, page: RolloutPage): Promise<RolloutRecord[]>;
  /** The newest rollouts that the caller sees, with their names. */
  names(caller: Caller, limit: number): Promise<NamedRollout[]>;
  /** The number of rollouts in a state that the caller sees, up to a limit. */
  countInState(caller: Caller, state: RolloutState, limit: number): Promise<number>;
  /**
   * The number of rollouts of an organisation that have not ended. It stays so until the transaction ends: of two that
   * count, the later one is tried again.
   */
  countOpen(organisationId: number, session: ClientSession): Promise<number>;
  /**
   * Changes a rollout that has not been written since it was read. Increments `seq`, so a tick that was computed from
   * the former record fails. One conditional write; null when the record has changed.
   */
  change(read: RolloutRecord, set: RolloutChange, session?: ClientSession): Promise<RolloutRecord | null>;
  /** Deletes a rollout that has not been written since it was read. One conditional write. */
  remove(read: RolloutRecord, session?: ClientSession): Promise<boolean>;
  /** For the command line, which sees every organisation. */
  byId(id: number): Promise<RolloutRecord | null>;
  /** The newest rollouts of an organisation, or those of a state, for the command line. */
  newest(organisationId: number, state: RolloutState | undefined, limit: number): Promise<RolloutRecord[]>;
  /** Rollouts of one organisation as they are now, for the worker. */
  current(organisationId: number, ids: readonly number[]): Promise<RolloutRecord[]>;
  /** Running rollouts of an organisation whose last tick named upgrades to dispatch; at most 100 are open. */
  dispatching(organisationId: number): Promise<RolloutRecord[]>;
  /** Which of these have been written since they were read, as they are now. */
  rewritten(rollouts: readonly RolloutRecord[]): Promise<RolloutRecord[]>;
  /** Rollouts whose tick is due, the most overdue first. */
  due(now: Date, limit: number): Promise<DueRollout[]>;
  /** The ids of all running rollouts. */
  running(): Promise<number[]>;
}

const MAX_OPEN = 100;
const OPEN_STATES: readonly RolloutState[] = ['Draft', 'Scheduled', 'Running', 'Paused'];
const TICKING_STATES: readonly RolloutState[] = ['Scheduled', 'Running', 'Paused', 'Completed', 'Cancelled'];

/** Rollouts. Every change is one write, conditional on the record that it was computed from. */
export function createRolloutStore({ organisations, rollouts }: RolloutModels): RolloutStore {
  return {
    async create(rollout, session) {
      await rollouts.create([rollout], session ? { session } : {});
    },
    async find(caller, id) {
      return rollouts.findOne({ ...visible(readScope(caller)), _id: id }).lean();
    },
    async visibleIds(caller, ids) {
      const found = await rollouts
        .find({ ...visible(readScope(caller)), _id: { $in: [...ids] } }, { _id: 1 })
        .batchSize(ids.length + 1)
        .lean();
      return found.map(({ _id }) => _id);
    },
    async list(caller, { state, ids, beforeId, limit }) {
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
    async names(caller, limit) {
      const found = await rollouts
        .find(visible(readScope(caller)), { 'settings.name': 1, state: 1 })
        .sort({ _id: -1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean<Pick<RolloutRecord, '_id' | 'settings' | 'state'>[]>();
      return found.map(({ _id: id, settings, state }) => ({ id, name: settings.name, state }));
    },
    async countInState(caller, state, limit) {
      const filter = { ...visible(readScope(caller)), state };
      return rollouts.countDocuments(filter, { hint: 'organisation_state', limit }).exec();
    },
    async countOpen(organisationId, session) {
      await organisations.updateOne({ _id: organisationId }, { $inc: { rolloutRevision: 1 } }, { session });
      return rollouts.countDocuments({ organisationId, state: { $in: OPEN_STATES } }, { session }).exec();
    },
    async change({ _id, organisationId, seq }, set, session) {
      return rollouts
        .findOneAndUpdate(
          { _id, organisationId, seq },
          { $set: set, $inc: { seq: 1 } },
          { returnDocument: 'after', ...(session ? { session } : {}) },
        )
        .lean();
    },
    async remove({ _id, organisationId, seq }, session) {
      const { deletedCount } = await rollouts.deleteOne(
        { _id, organisationId, seq },
        session ? { session } : {},
      );
      return deletedCount === 1;
    },
    async byId(id) {
      return rollouts.findOne({ _id: id }).lean();
    },
    async newest(organisationId, state, limit) {
      return rollouts
        .find({ organisationId, ...(state === undefined ? {} : { state }) })
        .sort({ _id: -1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    async current(organisationId, ids) {
      return rollouts
        .find({ organisationId, _id: { $in: [...ids] } })
        .batchSize(ids.length + 1)
        .lean();
    },
    async dispatching(organisationId) {
      return rollouts
        .find({ organisationId, state: 'Running', 'tick.dispatch.0': { $exists: true } })
        .hint('organisation_state')
        .batchSize(MAX_OPEN + 1)
        .lean();
    },
    async rewritten(read) {
      const seqs = new Map(read.map(({ _id, seq }) => [_id, seq]));
      const among = {
        organisationId: { $in: [...new Set(read.map(({ organisationId }) => organisationId))] },
        _id: { $in: [...seqs.keys()] },
      };
      const now = await rollouts.find(among, { seq: 1 }).lean();
      const moved = now.filter(({ _id, seq }) => seq !== seqs.get(_id)).map(({ _id }) => _id);
      return moved.length === 0 ? [] : rollouts.find({ ...among, _id: { $in: moved } }).lean();
    },
    async due(now, limit) {
      return rollouts
        .find({ state: { $in: TICKING_STATES }, tickAt: { $lte: now } }, { organisationId: 1, tickAt: 1 })
        .sort({ tickAt: 1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean<DueRollout[]>();
    },
    async running() {
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
    ...(networkIds === 'all'
      ? {}
      : { networkIds: { $ne: null, $not: { $elemMatch: { $nin: [...networkIds] } } } }),
    ...(unassigned ? {} : { includesUnassigned: false }),
  };
}
