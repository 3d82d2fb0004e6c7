import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { NoticeKind } from '../domain/notices.js';

/** `Waiting`: for more alerts, or for its next try. `Dropped`: its receiver is gone, or no longer wants or sees its alerts. */
export type MailState = 'Waiting' | 'Sent' | 'Failed' | 'Dropped';

/** The opening or closing of an alert in a mail. */
export interface MailItem {
  alertId: number;
  notice: NoticeKind;
}

/** A mail to one user: the queue. It gathers alerts until its first try; a user has one mail that gathers. */
export interface AlertMailRecord {
  _id: number;
  organisationId: number;
  userId: number;
  state: MailState;
  /** Whether alerts are still added to it; absent when they are not. */
  isGathering?: boolean;
  /** The first of its openings and closings, and how many there are. */
  items: MailItem[];
  count: number;
  tries: number;
  /** When it is sent, or tried again; absent when it has ended. */
  dueAt?: Date;
  createdAt: Date;
  endedAt: Date | null;
  /** Why the last try failed, in a word that contains no address. */
  lastError: string | null;
}

/** Mails are kept for a week. */
const KEPT_S = 7 * 86_400;

export const alertMailModel = new Schema<AlertMailRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    userId: { type: Number, required: true },
    state: { type: String, required: true },
    isGathering: { type: Boolean, default: undefined },
    items: [new Schema<MailItem>({ alertId: Number, notice: String }, { _id: false })],
    count: { type: Number, required: true },
    tries: { type: Number, default: 0 },
    dueAt: { type: Date, default: undefined },
    createdAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
    lastError: { type: String, default: null },
  },
  collection('alert_mails'),
);
alertMailModel.index(
  { organisationId: 1, userId: 1 },
  { unique: true, name: 'one_gathering', partialFilterExpression: { isGathering: true } },
);
alertMailModel.index({ organisationId: 1, userId: 1, _id: 1 }, { name: 'user' });
alertMailModel.index({ dueAt: 1 }, { name: 'due', partialFilterExpression: { state: 'Waiting' } });
alertMailModel.index({ createdAt: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
