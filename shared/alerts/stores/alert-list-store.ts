import type { ClientSession, QueryFilter } from 'mongoose';
import { administersAll, readScope, type Caller } from '../../access/domain/access.js';
import { allWithin } from '../../platform/mongo/all-within.js';
import { ALERT_KINDS, KIND_TERMS, type AlertKind, type Audience } from '../domain/alert-kinds.js';
import type { AlertRecord } from '../models/alert.js';
import type { AlertModels } from '../models/models.js';

export const LISTED_STATES = ['open', 'closed', 'all'] as const;
export type ListedState = (typeof LISTED_STATES)[number];

export interface AlertPage {
  readonly state: ListedState;
  readonly kind?: AlertKind | undefined;
  readonly networkId?: number | undefined;
  /** Only alerts that opened before this one. */
  readonly beforeId?: number | undefined;
  readonly limit: number;
}

const kindsFor = (audience: Audience): AlertKind[] =>
  ALERT_KINDS.filter((kind) => KIND_TERMS[kind].audience === audience);

const OF_DEVICES = ALERT_KINDS.filter((kind) => KIND_TERMS[kind].subject === 'device');

/** Alerts, as callers see them. */
export function createAlertListStore({ alerts }: AlertModels) {
  return {
    /** The alerts that the caller sees, the newest first. */
    async list(
      caller: Caller,
      { state, kind, networkId, beforeId, limit }: AlertPage,
    ): Promise<AlertRecord[]> {
      const states = state === 'all' ? (['open', 'closed'] as const) : [state];
      return alerts
        .find({
          ...visible(caller),
          state: { $in: [...states] },
          ...(kind === undefined ? {} : { kind }),
          ...(networkId === undefined ? {} : { networkId }),
          _id: { $lt: beforeId ?? Number.MAX_SAFE_INTEGER },
        })
        .sort({ _id: -1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    /** The newest alerts about a device that the caller sees, open or closed, in no order. */
    async ofDevice(caller: Caller, deviceId: number, limit: number): Promise<AlertRecord[]> {
      return alerts
        .find({
          $and: [visible(caller), { kind: { $in: OF_DEVICES }, subjectId: deviceId }],
          organisationId: caller.organisationId,
          state: { $in: ['open', 'closed'] },
        })
        .sort({ _id: -1 })
        .hint('subject')
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    /** An alert that the caller sees; null otherwise. */
    async find(caller: Caller, id: number): Promise<AlertRecord | null> {
      return alerts.findOne({ ...visible(caller), state: { $in: ['open', 'closed'] }, _id: id }).lean();
    },
    /** Those of some alerts that the caller sees, in the order in which they opened. */
    async named(caller: Caller, ids: readonly number[]): Promise<AlertRecord[]> {
      return alerts
        .find({ ...visible(caller), _id: { $in: [...ids] } })
        .sort({ _id: 1 })
        .batchSize(ids.length + 1)
        .lean();
    },
    /** Acknowledges an alert that is not acknowledged; null when it is. */
    async acknowledge(
      { _id, organisationId }: AlertRecord,
      userId: number,
      at: Date,
      session: ClientSession,
    ): Promise<AlertRecord | null> {
      return alerts
        .findOneAndUpdate(
          { _id, organisationId, acknowledgedAt: null },
          { $set: { acknowledgedAt: at, acknowledgedBy: userId } },
          { returnDocument: 'after', session },
        )
        .lean();
    },
  };
}

/** The alerts that the caller sees: of its networks, of rollouts that it sees, and what belongs to the organisation. */
function visible(caller: Caller): QueryFilter<AlertRecord> {
  const { organisationId, networkIds, unassigned } = readScope(caller);
  if (networkIds === 'all') {
    if (administersAll(caller)) return { organisationId };
    return { organisationId, kind: { $nin: kindsFor('administrators') } };
  }
  const places = [...networkIds, ...(unassigned ? [null] : [])];
  return {
    organisationId,
    $or: [
      { kind: { $in: kindsFor('place') }, networkId: { $in: places } },
      {
        kind: { $in: kindsFor('rollout') },
        rolloutNetworkIds: allWithin(networkIds),
        ...(unassigned ? {} : { includesUnassigned: false }),
      },
      { kind: { $in: kindsFor('everyone') } },
    ],
  };
}
