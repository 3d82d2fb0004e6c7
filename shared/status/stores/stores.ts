import type { InventoryModels } from '../../inventory/models/models.js';
import type { InventoryStores } from '../../inventory/stores/stores.js';
import { type HeartbeatStore, createHeartbeatStore } from './heartbeat-store.js';
import { type StatusStore, createStatusStore } from './status-store.js';
import { type UpDeviceStore, createUpDeviceStore } from './up-device-store.js';

/** The stores of status, and those of the families below. */
export interface StatusStores extends InventoryStores {
  readonly heartbeats: HeartbeatStore;
  readonly status: StatusStore;
  readonly upDevices: UpDeviceStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createStatusStores(models: InventoryModels): Omit<StatusStores, keyof InventoryStores> {
  return {
    heartbeats: createHeartbeatStore(models),
    status: createStatusStore(models),
    upDevices: createUpDeviceStore(models),
  };
}
