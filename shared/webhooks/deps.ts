import type { BaseDeps } from '../platform/deps.js';
import type { HostResolver } from './operations/deliver/host-resolver.js';
import type { WebhookStores } from './stores/stores.js';

/** What operations on webhooks may use. */
export interface WebhookDeps extends BaseDeps {
  readonly stores: WebhookStores;
  readonly hosts: HostResolver;
}
