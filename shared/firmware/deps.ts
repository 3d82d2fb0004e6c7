import type { InventoryStores } from '../inventory/deps.js';
import type { BaseDeps } from '../platform/deps.js';
import type { IdSource } from '../platform/mongo/ids.js';
import type { Transact } from '../platform/mongo/transaction.js';
import type { FirmwareModels } from './models/models.js';
import { createFirmwareAdminStore } from './stores/firmware-admin-store.js';
import { createFirmwareStore } from './stores/firmware-store.js';

export function createFirmwareStores(models: FirmwareModels, ids: IdSource, transact: Transact) {
  return {
    firmware: createFirmwareStore(models),
    firmwareAdmin: createFirmwareAdminStore(models, ids, transact),
  };
}

/** The stores of firmware and of the families below. */
export interface FirmwareStores extends InventoryStores, ReturnType<typeof createFirmwareStores> {}

/** What operations on firmware may use. */
export type FirmwareDeps = BaseDeps<FirmwareStores>;
