import type { CanaryDefault } from './records/domain/network-configuration.js';
import { createNetworkSequences } from './records/stores/configuration-sequences.js';
import type { Transact } from '../platform/mongo/transaction.js';
import type { SsidStores } from '../ssids/deps.js';
import type { WebhookStores } from '../webhooks/deps.js';
import type { ConfigurationModels } from './models/models.js';
import { createAnnouncementStore } from './stores/announcement-store.js';
import { createCanaryStore } from './stores/canary-store.js';
import { createDocumentStore } from './stores/document-store.js';
import { createEncryptedBaseStore } from './stores/encrypted-base-store.js';
import { createForcedCanaryStore } from './stores/forced-canary-store.js';
import { createNetworkSequenceStore } from './stores/network-sequence-store.js';
import { createStateLookup } from './stores/state-lookup.js';
import { createRetryStore } from './stores/retry-store.js';
import { createEncryptedUplinkStore } from './stores/encrypted-uplink-store.js';
import { createUplinkStore } from './stores/uplink-store.js';
import { createRefusalStore } from './stores/refusal-store.js';
import { createConfigurationSettingsStore } from './stores/settings-store.js';
import type { BaseDeps } from '../platform/deps.js';

export function createConfigurationStores(
  models: ConfigurationModels,
  transact: Transact,
  env: CanaryDefault,
) {
  return {
    announcements: createAnnouncementStore(models),
    canaries: createCanaryStore(models),
    refusals: createRefusalStore(models),
    configurationSettings: createConfigurationSettingsStore(models, transact),
    configurationRetries: createRetryStore(models, createNetworkSequences(models, env)),
    configurationStates: createStateLookup(models),
    documents: createDocumentStore(models),
    encryptedBases: createEncryptedBaseStore(models),
    encryptedUplinks: createEncryptedUplinkStore(models),
    forcedCanaries: createForcedCanaryStore(models, env),
    networkSequences: createNetworkSequenceStore(models),
    uplinks: createUplinkStore(models, transact),
  };
}

/** The stores of configurations and of the families below. */
export interface ConfigurationStores
  extends SsidStores, Pick<WebhookStores, 'outbox'>, ReturnType<typeof createConfigurationStores> {}

/** The dependencies of operations on configurations. */
export type ConfigurationDeps = BaseDeps<ConfigurationStores>;
