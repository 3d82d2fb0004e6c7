import type { QueryFilter } from 'mongoose';
import type { Caller } from '../../access/domain/access.js';
import type { WebhookModels } from '../models/models.js';
import { KEPT_S } from '../models/webhook-event.js';
import type { WebhookDeliveryRecord } from '../models/webhook-delivery.js';

/** Deliveries, as administrators read them. */
export function createDeliveryStore({ webhookDeliveries, webhookEvents }: WebhookModels) {
  /** The expiry by MongoDB takes up to a minute. */
  const kept = (
    { organisationId }: Caller,
    webhookId: number,
    now: Date,
  ): QueryFilter<WebhookDeliveryRecord> => ({
    organisationId,
    webhookId,
    createdAt: { $gt: new Date(now.getTime() - KEPT_S * 1000) },
  });

  return {
    /** The deliveries of a webhook within the last 30 days, the newest first. */
    async list(
      caller: Caller,
      webhookId: number,
      beforeId: number | undefined,
      limit: number,
      now: Date,
    ): Promise<WebhookDeliveryRecord[]> {
      return webhookDeliveries
        .find({ ...kept(caller, webhookId, now), _id: { $lt: beforeId ?? Number.MAX_SAFE_INTEGER } })
        .hint('webhook_id')
        .sort({ _id: -1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    /** The newest deliveries of an organisation, or of one of its webhooks, for the command line. */
    async newest(
      organisationId: number,
      webhookId: number | undefined,
      limit: number,
      now: Date,
    ): Promise<WebhookDeliveryRecord[]> {
      const createdAt = { $gt: new Date(now.getTime() - KEPT_S * 1000) };
      return webhookDeliveries
        .find({ organisationId, ...(webhookId === undefined ? {} : { webhookId }), createdAt })
        .sort({ _id: -1 })
        .limit(limit)
        .lean();
    },
    /** Null when there is none, or its event is no longer kept. */
    async find(
      caller: Caller,
      webhookId: number,
      id: number,
      now: Date,
    ): Promise<WebhookDeliveryRecord | null> {
      const found = await webhookDeliveries.findOne({ ...kept(caller, webhookId, now), _id: id }).lean();
      if (!found) return null;
      const { organisationId, eventId } = found;
      return (await webhookEvents.exists({ organisationId, _id: eventId })) === null ? null : found;
    },
  };
}
