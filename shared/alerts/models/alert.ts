import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { AlertKind } from '../domain/alert-kinds.js';
import type { NoticeKind } from '../domain/notices.js';

/**
 * `waiting`: a planned reboot may explain the silence. `folded`: part of the alert of its network. Both are open for the
 * worker, and not listed.
 */
export type AlertState = 'waiting' | 'open' | 'folded' | 'closed';

/** An alert, from its opening to its closing. The worker changes it, except for the acknowledgement. */
export interface AlertRecord {
  _id: number;
  organisationId: number;
  kind: AlertKind;
  /** The id of its device, network, rollout, webhook, organisation or certificate. */
  subjectId: number;
  state: AlertState;
  /** Whether it is not closed. A separate flag, because the filter of a partial index accepts only equalities. */
  isCurrent: boolean;
  /** The network that the alert is about, or that of its device; null without one. */
  networkId: number | null;
  /** The networks of the rollout that the alert is about, null for all: callers with access to each of them see the alert. */
  rolloutNetworkIds?: number[] | null;
  /** Whether that rollout includes devices without a network: callers with access to these see the alert. */
  includesUnassigned?: boolean;
  openedAt: Date;
  closedAt: Date | null;
  acknowledgedAt: Date | null;
  acknowledgedBy: number | null;
  /** The first of the devices that it is about besides its subject, and how many there are. */
  folded: number[];
  count: number;
  text: string;
  /** Grows with every change of the state and every look at an alert that waits; names its notices. */
  seq: number;
  /** When its state is to be announced; absent: it has been. */
  noticeAt?: Date;
  sent: NoticeKind | null;
  openedSentAt: Date | null;
  closedSentAt: Date | null;
  /** When an alert that waits is looked at again; absent for others. */
  checkAt?: Date;
  /** When a closed alert is deleted; absent while it is not. */
  expiresAt?: Date;
}

const date = { type: Date, default: null };
const absent = { type: Date, default: undefined };

export const alertModel = new Schema<AlertRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    kind: { type: String, required: true },
    subjectId: { type: Number, required: true },
    state: { type: String, required: true },
    isCurrent: { type: Boolean, required: true },
    networkId: { type: Number, default: null },
    rolloutNetworkIds: { type: [Number], default: undefined },
    includesUnassigned: { type: Boolean, default: undefined },
    openedAt: { type: Date, required: true },
    closedAt: date,
    acknowledgedAt: date,
    acknowledgedBy: { type: Number, default: null },
    folded: { type: [Number], default: [] },
    count: { type: Number, default: 0 },
    text: { type: String, required: true },
    seq: { type: Number, required: true },
    noticeAt: absent,
    sent: { type: String, default: null },
    openedSentAt: date,
    closedSentAt: date,
    checkAt: absent,
    expiresAt: absent,
  },
  collection('alerts'),
);
alertModel.index(
  { organisationId: 1, kind: 1, subjectId: 1 },
  { unique: true, name: 'one_current', partialFilterExpression: { isCurrent: true } },
);
alertModel.index({ organisationId: 1, kind: 1, subjectId: 1, _id: 1 }, { name: 'subject' });
alertModel.index({ organisationId: 1, state: 1, _id: 1 }, { name: 'organisation_state' });
alertModel.index({ organisationId: 1, networkId: 1, state: 1, _id: 1 }, { name: 'organisation_network' });
alertModel.index(
  { noticeAt: 1 },
  { name: 'notice', partialFilterExpression: { noticeAt: { $gt: new Date(0) } } },
);
alertModel.index(
  { organisationId: 1, checkAt: 1 },
  { name: 'waiting', partialFilterExpression: { checkAt: { $gt: new Date(0) } } },
);
alertModel.index({ expiresAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 });
