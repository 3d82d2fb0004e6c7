import type { CanaryDefault } from '../configuration/records/domain/network-configuration.js';
import { createNetworkSequences } from '../configuration/records/stores/configuration-sequences.js';
import type { Transact } from '../platform/mongo/transaction.js';
import type { SsidFields } from './domain/ssid-fields.js';
import type { SsidProblems } from './domain/ssid-rules.js';
import type { SsidModels } from './models/models.js';
import type { UpgradeStores } from '../upgrades/deps.js';
import { createEncryptedKeyStore } from './stores/encrypted-key-store.js';
import { createEncryptedRadiusStore } from './stores/encrypted-radius-store.js';
import { createRadiusServerStore } from './stores/radius-server-store.js';
import { createSsidStore } from './stores/ssid-store.js';
import type { BaseDeps } from '../platform/deps.js';

export function createSsidStores(models: SsidModels, transact: Transact, env: CanaryDefault) {
  const networkEdits = createNetworkSequences(models, env);
  return {
    encryptedKeys: createEncryptedKeyStore(models, transact),
    encryptedRadiusServers: createEncryptedRadiusStore(models),
    networkEdits,
    radiusServers: createRadiusServerStore(models),
    ssids: createSsidStore(models, transact, networkEdits),
  };
}

/** The stores of SSIDs and of the families below. */
export interface SsidStores extends UpgradeStores, ReturnType<typeof createSsidStores> {}

/** What operations on SSIDs may use. */
export interface SsidDeps extends BaseDeps<SsidStores> {
  /** What contradicts the security mode, by the meanings of the numbers that this process knows. */
  readonly ssidSecurity: (ssid: SsidFields) => SsidProblems;
}
