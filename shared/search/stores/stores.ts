import type { InventoryModels } from '../../inventory/models/models.js';
import type { StatusStores } from '../../status/stores/stores.js';
import { createDeviceSamples } from './device-samples.js';
import { type DeviceSearchStore, createDeviceSearchStore } from './device-search-store.js';

/** The stores of search and of the families below. */
export interface SearchStores extends StatusStores {
  readonly deviceSearch: DeviceSearchStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createSearchStores(models: InventoryModels): Omit<SearchStores, keyof StatusStores> {
  return {
    deviceSearch: createDeviceSearchStore(models, createDeviceSamples(models)),
  };
}
