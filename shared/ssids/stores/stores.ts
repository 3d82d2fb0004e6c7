import type { SsidModels } from '../models/models.js';
import type { UpgradeStores } from '../../upgrades/stores/stores.js';
import { type SealedTextStore, createSealedTextStore } from './sealed-text-store.js';
import { type SsidStore, createSsidStore } from './ssid-store.js';

/** What queries the collections of SSIDs, and the stores of the families below. */
export interface SsidStores extends UpgradeStores {
  readonly sealedTexts: SealedTextStore;
  readonly ssids: SsidStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createSsidStores(models: SsidModels): Omit<SsidStores, keyof UpgradeStores> {
  return {
    sealedTexts: createSealedTextStore(models),
    ssids: createSsidStore(models),
  };
}
