import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { SentType } from '../domain/event-types.js';
import { KEPT_S } from './webhook-event.js';

export const DELIVERY_STATES = ['Pending', 'Delivered', 'Failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event for one webhook: the outbox. */
export interface WebhookDeliveryRecord {
  _id: number;
  organisationId: number;
  webhookId: number;
  eventId: string;
  type: SentType;
  state: DeliveryState;
  /** All tries, and those of the schedule: extra tries do not shorten it. */
  tries: number;
  scheduledTries: number;
  /** When its next try is due; null when none is. */
  dueAt: Date | null;
  /** What an extra try that a caller asked for returns to when it fails; null without one. */
  extra: { state: DeliveryState; dueAt: Date | null } | null;
  createdAt: Date;
  lastTriedAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
}

const date = { type: Date, default: null };

export const webhookDeliveryModel = new Schema<WebhookDeliveryRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    webhookId: { type: Number, required: true },
    eventId: { type: String, required: true },
    type: { type: String, required: true },
    state: { type: String, enum: DELIVERY_STATES, required: true },
    tries: { type: Number, required: true },
    scheduledTries: { type: Number, required: true },
    dueAt: date,
    extra: { type: Schema.Types.Mixed, default: null },
    createdAt: { type: Date, required: true },
    lastTriedAt: date,
    lastStatus: { type: Number, default: null },
    lastError: { type: String, default: null },
  },
  collection('webhook_deliveries'),
);
webhookDeliveryModel.index(
  { organisationId: 1, webhookId: 1, eventId: 1 },
  { unique: true, name: 'one_per_event' },
);
webhookDeliveryModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation_id' });
webhookDeliveryModel.index({ organisationId: 1, webhookId: 1, _id: 1 }, { name: 'webhook_id' });
webhookDeliveryModel.index(
  { webhookId: 1, dueAt: 1, _id: 1 },
  { name: 'due', partialFilterExpression: { state: 'Pending' } },
);
webhookDeliveryModel.index({ createdAt: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
