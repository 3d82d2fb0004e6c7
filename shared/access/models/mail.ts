import { Schema } from 'mongoose';
import { encryptedTextModel } from '../../platform/models/encrypted-text.js';
import { collection } from '../../platform/models/options.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { AccountMailKind } from '../domain/account-mail.js';

/** `Waiting`: for more alerts, or for its next try. `Dropped`: its receiver is gone, or no longer wants or sees its alerts. */
export type MailState = 'Waiting' | 'Sent' | 'Failed' | 'Dropped';

/** The opening or closing of an alert in a mail. */
export interface MailItem {
  alertId: number;
  notice: 'opened' | 'closed';
}

/** What a mail about an account says. */
export interface StoredAccountMail {
  kind: AccountMailKind;
  /** That of the account when the mail was written, or the one that a visitor entered. */
  address: string;
  /** The secret of a link, encrypted. */
  secret?: EncryptedText;
  /** When the link ends. */
  expiresAt?: Date;
  /** The address of the client of a sign-in, or of a visitor who asks for a link. */
  client?: string;
  /** That of the receiver; absent for one who has not chosen any. */
  timeZone?: string;
}

/**
 * A mail to one user: the queue. It is about alerts, or about the account of the user. One about alerts gathers them until its
 * first try; a user has one mail that gathers.
 */
export interface MailRecord {
  _id: number;
  /** That of the user; for operators and for addresses that are not looked up yet, the installation. */
  organisationId: number;
  /** 0 for addresses that are not looked up yet. */
  userId: number;
  state: MailState;
  /** Whether alerts are still added to it; absent when they are not. */
  isGathering?: boolean;
  /** The first of its openings and closings, and how many there are. */
  items: MailItem[];
  count: number;
  /** Absent in mails about alerts. */
  account?: StoredAccountMail;
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

export const mailModel = new Schema<MailRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    userId: { type: Number, required: true },
    state: { type: String, required: true },
    isGathering: { type: Boolean, default: undefined },
    items: [new Schema<MailItem>({ alertId: Number, notice: String }, { _id: false })],
    count: { type: Number, required: true },
    account: {
      type: new Schema<StoredAccountMail>(
        {
          kind: String,
          address: String,
          secret: encryptedTextModel,
          expiresAt: Date,
          client: String,
          timeZone: String,
        },
        { _id: false },
      ),
      default: undefined,
    },
    tries: { type: Number, default: 0 },
    dueAt: { type: Date, default: undefined },
    createdAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
    lastError: { type: String, default: null },
  },
  collection('mails'),
);
mailModel.index(
  { organisationId: 1, userId: 1 },
  { unique: true, name: 'one_gathering', partialFilterExpression: { isGathering: true } },
);
mailModel.index({ organisationId: 1, userId: 1, _id: 1 }, { name: 'user' });
mailModel.index({ dueAt: 1 }, { name: 'due', partialFilterExpression: { state: 'Waiting' } });
mailModel.index({ createdAt: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
