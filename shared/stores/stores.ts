import type { Models } from '../models/models.js';
import { createDeviceSearchStore, type DeviceSearchStore } from './device-search-store.js';
import { createDeviceStore, type DeviceStore } from './device-store.js';
import { createFirmwareStore, type FirmwareStore } from './firmware-store.js';
import { createHeartbeatStore, type HeartbeatStore } from './heartbeat-store.js';
import { createIdSource, type IdSource } from './ids.js';
import { createLockStore, type LockStore } from './lock-store.js';
import { createNetworkStore, type NetworkStore } from './network-store.js';
import { createPendingStore, type PendingStore } from './pending-store.js';
import { createReleaseStore, type ReleaseStore } from './release-store.js';
import { createScheduleStore, type ScheduleStore } from './schedule-store.js';
import { createSessionStore, type SessionStore } from './session-store.js';
import { createSsidStore, type SsidStore } from './ssid-store.js';
import { createTargetStore, type TargetStore } from './target-store.js';
import { createUpgradeTableStore, type UpgradeTableStore } from './upgrade-table-store.js';
import { createUpgradeStore, type UpgradeStore } from './upgrade-store.js';

/** Everything that queries. */
export interface Stores {
  readonly devices: DeviceStore;
  readonly deviceSearch: DeviceSearchStore;
  readonly firmware: FirmwareStore;
  readonly heartbeats: HeartbeatStore;
  readonly ids: IdSource;
  readonly locks: LockStore;
  readonly networks: NetworkStore;
  readonly pending: PendingStore;
  readonly releases: ReleaseStore;
  readonly schedules: ScheduleStore;
  readonly sessions: SessionStore;
  readonly ssids: SsidStore;
  readonly targets: TargetStore;
  readonly upgrades: UpgradeStore;
  readonly upgradeTable: UpgradeTableStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createStores(models: Models): Stores {
  const ids = createIdSource(models);
  return {
    ids,
    devices: createDeviceStore(models),
    deviceSearch: createDeviceSearchStore(models),
    firmware: createFirmwareStore(models),
    heartbeats: createHeartbeatStore(models),
    locks: createLockStore(models),
    networks: createNetworkStore(models),
    pending: createPendingStore(models, ids),
    releases: createReleaseStore(models),
    schedules: createScheduleStore(models),
    sessions: createSessionStore(models),
    ssids: createSsidStore(models),
    targets: createTargetStore(models),
    upgrades: createUpgradeStore(models),
    upgradeTable: createUpgradeTableStore(models),
  };
}
