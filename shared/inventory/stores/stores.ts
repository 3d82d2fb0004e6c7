import type { CanaryDefault } from '../../configuration/records/domain/network-configuration.js';
import type { InventoryModels } from '../models/models.js';
import type { AccessStores } from '../../access/stores/stores.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import { createNetworkSequences } from '../../configuration/records/stores/configuration-sequences.js';
import { type DeviceNameStore, createDeviceNameStore } from './device-name-store.js';
import { type DeviceRefreshStore, createDeviceRefreshStore } from './device-refresh-store.js';
import { type DeviceEditStore, createDeviceEditStore } from './device-edit-store.js';
import { type DeviceStore, createDeviceStore } from './device-store.js';
import { type MasterStore, createMasterStore } from './master-store.js';
import { type NetworkStore, createNetworkStore } from './network-store.js';
import { type PartStore, createPartStore } from './part-store.js';
import { type TagStore, createTagStore } from './tag-store.js';
import { type TemplateStore, createTemplateStore } from './template-store.js';

/** The stores of the inventory and of the families below. */
export interface InventoryStores extends AccessStores {
  readonly deviceNames: DeviceNameStore;
  readonly deviceRefreshes: DeviceRefreshStore;
  readonly deviceEdits: DeviceEditStore;
  readonly devices: DeviceStore;
  readonly master: MasterStore;
  readonly networks: NetworkStore;
  readonly parts: PartStore;
  readonly tags: TagStore;
  readonly templates: TemplateStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createInventoryStores(
  models: InventoryModels,
  ids: IdSource,
  transact: Transact,
  env: CanaryDefault,
): Omit<InventoryStores, keyof AccessStores> {
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
