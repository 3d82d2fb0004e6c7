import type { InventoryModels } from '../models/models.js';
import type { AccessStores } from '../../access/stores/stores.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import { type DeviceStore, createDeviceStore } from './device-store.js';
import { type MasterStore, createMasterStore } from './master-store.js';
import { type NetworkStore, createNetworkStore } from './network-store.js';
import { type PartStore, createPartStore } from './part-store.js';
import { type TemplateStore, createTemplateStore } from './template-store.js';
import { type UplinkStore, createUplinkStore } from './uplink-store.js';

/** The stores of the inventory and of the families below. */
export interface InventoryStores extends AccessStores {
  readonly devices: DeviceStore;
  readonly master: MasterStore;
  readonly networks: NetworkStore;
  readonly parts: PartStore;
  readonly templates: TemplateStore;
  readonly uplinks: UplinkStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createInventoryStores(
  models: InventoryModels,
  ids: IdSource,
  transact: Transact,
): Omit<InventoryStores, keyof AccessStores> {
  return {
    devices: createDeviceStore(models),
    master: createMasterStore(models),
    networks: createNetworkStore(models, transact),
    parts: createPartStore(models),
    templates: createTemplateStore(models),
    uplinks: createUplinkStore(models, ids, transact),
  };
}
