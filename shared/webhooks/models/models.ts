import type { ModelsOf } from '../../platform/models/models-of.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import { webhookDeliveryModel } from './webhook-delivery.js';
import { webhookEventModel } from './webhook-event.js';
import { webhookModel } from './webhook.js';

export const WEBHOOKS_MODELS = {
  webhookDeliveries: webhookDeliveryModel,
  webhookEvents: webhookEventModel,
  webhooks: webhookModel,
};

/** The collections of webhooks and of the families below. */
export interface WebhookModels extends UpgradeModels, ModelsOf<typeof WEBHOOKS_MODELS> {}
