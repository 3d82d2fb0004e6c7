import type { AssignmentStores } from '../../assignment/stores/stores.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import type { WebhookModels } from '../models/models.js';
import { createDeliveryStore, type DeliveryStore } from './delivery-store.js';
import { createEncryptedSecretStore, type EncryptedSecretStore } from './encrypted-secret-store.js';
import { createEndedUpgradeStore, type EndedUpgradeStore } from './ended-upgrade-store.js';
import { createOutboxStore, type OutboxStore } from './outbox-store.js';
import { createSenderStore, type SenderStore } from './sender-store.js';
import { createWebhookStore, type WebhookStore } from './webhook-store.js';

/** The stores of webhooks and of the families below. */
export interface WebhookStores extends AssignmentStores {
  readonly deliveries: DeliveryStore;
  readonly encryptedSecrets: EncryptedSecretStore;
  readonly endedUpgrades: EndedUpgradeStore;
  readonly outbox: OutboxStore;
  readonly senders: SenderStore;
  readonly webhooks: WebhookStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createWebhookStores(
  models: WebhookModels,
  ids: IdSource,
): Omit<WebhookStores, keyof AssignmentStores> {
  return {
    deliveries: createDeliveryStore(models),
    encryptedSecrets: createEncryptedSecretStore(models),
    endedUpgrades: createEndedUpgradeStore(models),
    outbox: createOutboxStore(models, ids),
    senders: createSenderStore(models),
    webhooks: createWebhookStore(models),
  };
}
