import type { InventoryModels } from '../inventory/models/models.js';
import type { InventoryStores } from '../inventory/deps.js';
import { createCommandStore } from './stores/command-store.js';
import { createDevicePointStore } from './stores/device-point-store.js';
import { createHeartbeatStore } from './stores/heartbeat-store.js';
import { createStatusStore } from './stores/status-store.js';
import { createUpDeviceStore } from './stores/up-device-store.js';
import type { BaseDeps } from '../platform/deps.js';

export function createStatusStores(models: InventoryModels) {
  return {
    commands: createCommandStore(models),
    devicePoints: createDevicePointStore(models),
    heartbeats: createHeartbeatStore(models),
    status: createStatusStore(models),
    upDevices: createUpDeviceStore(models),
  };
}

/** The stores of status, and those of the families below. */
export interface StatusStores extends InventoryStores, ReturnType<typeof createStatusStores> {}

/** Dependencies of operations on status. */
export type StatusDeps = BaseDeps<StatusStores>;
