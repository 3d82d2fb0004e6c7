import type { CanaryDefault } from '../../configuration/records/domain/network-configuration.js';
import { createNetworkSequences } from '../../configuration/records/stores/configuration-sequences.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { SsidModels } from '../models/models.js';
import type { UpgradeStores } from '../../upgrades/stores/stores.js';
import { type EncryptedKeyStore, createEncryptedKeyStore } from './encrypted-key-store.js';
import { type SsidStore, createSsidStore } from './ssid-store.js';

/** The stores of SSIDs and of the families below. */
export interface SsidStores extends UpgradeStores {
  readonly encryptedKeys: EncryptedKeyStore;
  readonly ssids: SsidStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createSsidStores(
  models: SsidModels,
  transact: Transact,
  env: CanaryDefault,
): Omit<SsidStores, keyof UpgradeStores> {
  return {
    encryptedKeys: createEncryptedKeyStore(models, transact),
    ssids: createSsidStore(models, transact, createNetworkSequences(models, env)),
  };
}
