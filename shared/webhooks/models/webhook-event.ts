import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { SentType } from '../domain/event-types.js';

/** An event that at least one webhook takes. */
export interface WebhookEventRecord {
  /** The id of the event, such as `evt_7_42_0`. */
  _id: string;
  organisationId: number;
  type: SentType;
  /** The body as it is signed and sent; the same at every try. */
  body: string;
  createdAt: Date;
}

/** Deliveries are kept for 30 days (docs/webhooks.md#webhook_deliveries). */
export const KEPT_S = 30 * 86_400;

export const webhookEventModel = new Schema<WebhookEventRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    type: { type: String, required: true },
    body: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  collection('webhook_events'),
);
webhookEventModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation_id' });
webhookEventModel.index({ createdAt: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
