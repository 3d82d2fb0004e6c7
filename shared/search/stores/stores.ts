import type { InventoryModels } from '../../inventory/models/models.js';
import type { ConfigurationStores } from '../../configuration/stores/stores.js';
import type { RolloutStores } from '../../rollouts/stores/stores.js';
import { createDeviceSamples } from './device-samples.js';
import { type DeviceSearchStore, createDeviceSearchStore } from './device-search-store.js';
import { type DeviceWalkStore, createDeviceWalkStore } from './device-walk-store.js';

/** The stores of search and of the families below. */
export interface SearchStores extends ConfigurationStores, RolloutStores {
  readonly deviceSearch: DeviceSearchStore;
  readonly deviceWalks: DeviceWalkStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createSearchStores(
  models: InventoryModels,
): Pick<SearchStores, 'deviceSearch' | 'deviceWalks'> {
  return {
    deviceSearch: createDeviceSearchStore(models, createDeviceSamples(models)),
    deviceWalks: createDeviceWalkStore(models),
  };
}
