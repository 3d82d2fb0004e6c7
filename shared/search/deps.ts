import type { ConfigurationStores } from '../configuration/deps.js';
import type { RolloutStores } from '../rollouts/deps.js';
import { createDeviceSamples } from './stores/device-samples.js';
import { createDeviceSearchStore } from './stores/device-search-store.js';
import { createDeviceWalkStore } from './stores/device-walk-store.js';
import { createRecordNameStore, type NamedModels } from './stores/record-name-store.js';
import type { BaseDeps } from '../platform/deps.js';

export function createSearchStores(models: NamedModels) {
  return {
    deviceSearch: createDeviceSearchStore(models, createDeviceSamples(models)),
    deviceWalks: createDeviceWalkStore(models),
    recordNames: createRecordNameStore(models),
  };
}

/** The stores of search and of the families below. */
export interface SearchStores
  extends ConfigurationStores, RolloutStores, ReturnType<typeof createSearchStores> {}

/** What operations on search may use. */
export type SearchDeps = BaseDeps<SearchStores>;
