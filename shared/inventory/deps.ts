import type { CanaryDefault } from '../configuration/records/domain/network-configuration.js';
import type { InventoryModels } from './models/models.js';
import type { AccessStores } from '../access/deps.js';
import type { Transact } from '../platform/mongo/transaction.js';
import type { IdSource } from '../platform/mongo/ids.js';
import { createNetworkSequences } from '../configuration/records/stores/configuration-sequences.js';
import { createDeviceNameStore } from './stores/device-name-store.js';
import { createDeviceRefreshStore } from './stores/device-refresh-store.js';
import { createDeviceEditStore } from './stores/device-edit-store.js';
import { createDeviceStore } from './stores/device-store.js';
import { createMasterStore } from './stores/master-store.js';
import { createNetworkStore } from './stores/network-store.js';
import { createPartStore } from './stores/part-store.js';
import { createTagStore } from './stores/tag-store.js';
import { createTemplateStore } from './stores/template-store.js';
import type { BaseDeps } from '../platform/deps.js';

export function createInventoryStores(
  models: InventoryModels,
  ids: IdSource,
  transact: Transact,
  env: CanaryDefault,
) {
  return {
    deviceNames: createDeviceNameStore(models),
    deviceRefreshes: createDeviceRefreshStore(models),
    deviceEdits: createDeviceEditStore(models, transact),
    devices: createDeviceStore(models),
    master: createMasterStore(models),
    networks: createNetworkStore(models, createNetworkSequences(models, env)),
    parts: createPartStore(models),
    tags: createTagStore(models),
    templates: createTemplateStore(models),
  };
}

/** The stores of the inventory and of the families below. */
export interface InventoryStores extends AccessStores, ReturnType<typeof createInventoryStores> {}

/** What operations on the inventory may use. */
export type InventoryDeps = BaseDeps<InventoryStores>;
