import type { ModelsOf } from '../../platform/models/models-of.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import { webhookDeliverySchema } from './webhook-delivery.js';
import { webhookEventSchema } from './webhook-event.js';
import { webhookSchema } from './webhook.js';

export const WEBHOOKS_SCHEMAS = {
  webhookDeliveries: webhookDeliverySchema,
  webhookEvents: webhookEventSchema,
  webhooks: webhookSchema,
};

/** The collections of webhooks and of the families below. */
export interface WebhookModels extends UpgradeModels, ModelsOf<typeof WEBHOOKS_SCHEMAS> {}
