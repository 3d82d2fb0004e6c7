import type { BaseDeps } from '../platform/deps.js';
import type { RolloutStores } from '../rollouts/deps.js';
import type { UcentralModels } from './models/models.js';
import { createAuthorityStore } from './stores/authority-store.js';
import { createEncryptedConfigStore } from './stores/encrypted-config-store.js';
import { createUcentralDeviceStore } from './stores/ucentral-device-store.js';

export function createUcentralStores(models: UcentralModels) {
  return {
    ucentralAuthorities: createAuthorityStore(models),
    ucentralDevices: createUcentralDeviceStore(models),
    encryptedConfigs: createEncryptedConfigStore(models),
  };
}

/** The stores of uCentral and of the families below. */
export interface UcentralStores extends RolloutStores, ReturnType<typeof createUcentralStores> {}

/** What operations on devices that speak uCentral may use. */
export type UcentralDeps = BaseDeps<UcentralStores>;
