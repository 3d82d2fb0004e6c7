import type { Model } from 'mongoose';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import { webhookDeliverySchema, type WebhookDeliveryRecord } from './webhook-delivery.js';
import { webhookEventSchema, type WebhookEventRecord } from './webhook-event.js';
import { webhookSchema, type WebhookRecord } from './webhook.js';

/** The collections of webhooks and of the families below. */
export interface WebhookModels extends UpgradeModels {
  webhookDeliveries: Model<WebhookDeliveryRecord>;
  webhookEvents: Model<WebhookEventRecord>;
  webhooks: Model<WebhookRecord>;
}

export const WEBHOOKS_SCHEMAS = {
  webhookDeliveries: webhookDeliverySchema,
  webhookEvents: webhookEventSchema,
  webhooks: webhookSchema,
};
