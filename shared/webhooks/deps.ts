import type { BaseDeps } from '../platform/deps.js';
import type { WebhookStores } from './stores/stores.js';

/** What operations on webhooks may use. */
export interface WebhookDeps extends BaseDeps {
  readonly stores: WebhookStores;
}
