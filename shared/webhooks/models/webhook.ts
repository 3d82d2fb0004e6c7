import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import { EVENT_TYPES, type EventType } from '../domain/event-types.js';

/** A secret that signs the events of a webhook. */
export interface WebhookSecret {
  secret: EncryptedText;
  /** When it stops signing; null for the newest one. */
  until: Date | null;
}

/**
 * A webhook: an endpoint that events are sent to. Callers change it under `revision`; the sender changes the lower half,
 * which is the state of its queue.
 */
export interface WebhookRecord {
  _id: number;
  organisationId: number;
  createdBy: number;
  createdAt: Date;
  revision: number;
  url: string;
  types: EventType[];
  enabled: boolean;
  /** Why the service disabled it; null when it did not. */
  disabledReason: 'gone' | 'failing' | null;
  /** Since when it takes events: its creation, or when it was last enabled. */
  since: Date;
  /** The newest first. */
  secrets: WebhookSecret[];
  /** The first failed try since the last success. */
  failingSince: Date | null;
  /** When its next delivery is due; NEVER while none is. */
  dueAt: Date;
  /** Incremented with every delivery that is added. */
  wakes: number;
  /** No try is made before this, because the endpoint asked for it; NO_WAIT unless it did. */
  notBefore: Date;
  /** The sender that works on it, until when. */
  holder: string | null;
  leasedUntil: Date;
}

const date = { type: Date, required: true };

export const webhookModel = new Schema<WebhookRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    createdBy: { type: Number, required: true },
    createdAt: date,
    revision: { type: Number, required: true },
    url: { type: String, required: true },
    types: { type: [{ type: String, enum: EVENT_TYPES }], required: true },
    enabled: { type: Boolean, required: true },
    disabledReason: { type: String, default: null },
    since: date,
    secrets: { type: [Schema.Types.Mixed], required: true } as never,
    failingSince: { type: Date, default: null },
    dueAt: date,
    wakes: { type: Number, default: 0 },
    notBefore: date,
    holder: { type: String, default: null },
    leasedUntil: date,
  },
  collection('webhooks'),
);
webhookModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation_id' });
webhookModel.index({ dueAt: 1 }, { name: 'due', partialFilterExpression: { enabled: true } });
webhookModel.index(
  { types: 1, organisationId: 1 },
  { name: 'types', partialFilterExpression: { enabled: true } },
);
