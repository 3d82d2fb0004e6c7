import type { CanaryDefault } from '../records/domain/network-configuration.js';
import { createNetworkSequences } from '../records/stores/configuration-sequences.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { SsidStores } from '../../ssids/stores/stores.js';
import type { WebhookStores } from '../../webhooks/stores/stores.js';
import type { ConfigurationModels } from '../models/models.js';
import { createAnnouncementStore, type AnnouncementStore } from './announcement-store.js';
import { createCanaryStore, type CanaryStore } from './canary-store.js';
import { createDocumentStore, type DocumentStore } from './document-store.js';
import { createEncryptedBaseStore, type EncryptedBaseStore } from './encrypted-base-store.js';
import { createNetworkSequenceStore, type NetworkSequenceStore } from './network-sequence-store.js';
import { createStateLookup, type ConfigurationStates } from './state-lookup.js';
import { createRetryStore, type RetryStore } from './retry-store.js';
import { createEncryptedUplinkStore, type EncryptedUplinkStore } from './encrypted-uplink-store.js';
import { createUplinkStore, type UplinkStore } from './uplink-store.js';
import { createRefusalStore, type RefusalStore } from './refusal-store.js';
import { createConfigurationSettingsStore, type ConfigurationSettingsStore } from './settings-store.js';

/** The stores of configurations and of the families below. */
export interface ConfigurationStores extends SsidStores, Pick<WebhookStores, 'outbox'> {
  readonly announcements: AnnouncementStore;
  readonly canaries: CanaryStore;
  readonly refusals: RefusalStore;
  readonly configurationSettings: ConfigurationSettingsStore;
  readonly configurationRetries: RetryStore;
  readonly configurationStates: ConfigurationStates;
  readonly documents: DocumentStore;
  readonly encryptedBases: EncryptedBaseStore;
  readonly encryptedUplinks: EncryptedUplinkStore;
  readonly networkSequences: NetworkSequenceStore;
  readonly uplinks: UplinkStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createConfigurationStores(
  models: ConfigurationModels,
  transact: Transact,
  env: CanaryDefault,
): Omit<ConfigurationStores, keyof SsidStores | 'outbox'> {
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
    networkSequences: createNetworkSequenceStore(models),
    uplinks: createUplinkStore(models, transact),
  };
}
