import type { AssignmentStores } from '../assignment/deps.js';
import type { IdSource } from '../platform/mongo/ids.js';
import type { WebhookModels } from './models/models.js';
import { createDeliveryStore } from './stores/delivery-store.js';
import { createEncryptedSecretStore } from './stores/encrypted-secret-store.js';
import { createEndedUpgradeStore } from './stores/ended-upgrade-store.js';
import { createOutboxStore } from './stores/outbox-store.js';
import { createSenderStore } from './stores/sender-store.js';
import { createWebhookStore } from './stores/webhook-store.js';
import type { BaseDeps } from '../platform/deps.js';
import type { HostResolver } from '../platform/outbound/host-resolver.js';

export function createWebhookStores(models: WebhookModels, ids: IdSource) {
  return {
    deliveries: createDeliveryStore(models),
    encryptedSecrets: createEncryptedSecretStore(models),
    endedUpgrades: createEndedUpgradeStore(models),
    outbox: createOutboxStore(models, ids),
    senders: createSenderStore(models),
    webhooks: createWebhookStore(models),
  };
}

/** The stores of webhooks and of the families below. */
export interface WebhookStores extends AssignmentStores, ReturnType<typeof createWebhookStores> {}

/** What operations on webhooks may use. */
export interface WebhookDeps extends BaseDeps<WebhookStores> {
  readonly hosts: HostResolver;
}
