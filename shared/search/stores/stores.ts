import type { InventoryModels } from '../../inventory/models/models.js';
import type { DeafPeriodStores } from '../../deaf-periods/stores/stores.js';
import type { ConfigurationStates } from '../domain/configuration-states.js';
import { createDeviceSamples } from './device-samples.js';
import { type DeviceSearchStore, createDeviceSearchStore } from './device-search-store.js';
import { type DeviceWalkStore, createDeviceWalkStore } from './device-walk-store.js';

/** The stores of search and of the families below. */
export interface SearchStores extends DeafPeriodStores {
  /** Given by the family of configurations, which is above this one. */
  readonly configurationStates: ConfigurationStates;
  readonly deviceSearch: DeviceSearchStore;
  readonly deviceWalks: DeviceWalkStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createSearchStores(
  models: InventoryModels,
): Omit<SearchStores, 'configurationStates' | keyof DeafPeriodStores> {
  return {
    deviceSearch: createDeviceSearchStore(models, createDeviceSamples(models)),
    deviceWalks: createDeviceWalkStore(models),
  };
}
