import type { Models } from './models.js';
import { createAdminStore, type AdminStore } from '../access/stores/admin-store.js';
import { createAccountStore, type AccountStore } from '../access/stores/account-store.js';
import { createCredentialStore, type CredentialStore } from '../access/stores/credential-store.js';
import { createDeviceSamples } from '../search/stores/device-samples.js';
import { createDeviceSearchStore, type DeviceSearchStore } from '../search/stores/device-search-store.js';
import { createDeviceStore, type DeviceStore } from '../inventory/stores/device-store.js';
import { createFirmwareStore, type FirmwareStore } from '../upgrades/stores/firmware-store.js';
import { createDeviceBatchStore, type DeviceBatchStore } from '../import/stores/device-batch-store.js';
import { createFleetExportStore, type FleetExportStore } from '../import/stores/export-store.js';
import { createFleetLookupStore, type FleetLookupStore } from '../import/stores/lookup-store.js';
import { createRenameStore, type RenameStore } from '../import/stores/rename-store.js';
import { createFleetWriteStore, type FleetWriteStore } from '../import/stores/write-store.js';
import { createHeartbeatStore, type HeartbeatStore } from '../status/stores/heartbeat-store.js';
import { createIdSource, type IdSource } from '../platform/mongo/ids.js';
import { createLockStore, type LockStore } from '../platform/mongo/lock-store.js';
import { createMasterStore, type MasterStore } from '../inventory/stores/master-store.js';
import { createNetworkStore, type NetworkStore } from '../inventory/stores/network-store.js';
import { createOpenUpgradeStore, type OpenUpgradeStore } from '../upgrades/stores/open-upgrade-store.js';
import { createPartStore, type PartStore } from '../inventory/stores/part-store.js';
import { createPendingChangeStore, type PendingChangeStore } from '../upgrades/stores/pending-change-store.js';
import { createPendingStore, type PendingStore } from '../upgrades/stores/pending-store.js';
import { createPlacementStore, type PlacementStore } from '../assignment/stores/placement-store.js';
import { createProvisioningStore, type ProvisioningStore } from '../assignment/stores/provisioning-store.js';
import { createReleaseStore, type ReleaseStore } from '../upgrades/stores/dispatch-store.js';
import { createRemovalStore, type RemovalStore } from '../assignment/stores/removal-store.js';
import { createRetentionStore, type RetentionStore } from '../upgrades/stores/retention-store.js';
import { createScheduleStore, type ScheduleStore } from '../upgrades/stores/schedule-store.js';
import { createSealedTextStore, type SealedTextStore } from '../ssids/stores/sealed-text-store.js';
import { createSessionStore, type SessionStore } from '../access/stores/session-store.js';
import { createSsidStore, type SsidStore } from '../ssids/stores/ssid-store.js';
import { createStatusStore, type StatusStore } from '../status/stores/status-store.js';
import { createScheduleOverviewStore, type ScheduleOverviewStore } from '../upgrades/stores/schedule-overview-store.js';
import { createTargetNameStore, type TargetNameStore } from '../upgrades/stores/target-name-store.js';
import { createTargetStore, type TargetStore } from '../upgrades/stores/target-store.js';
import { createUpgradeTableStore, type UpgradeTableStore } from '../upgrades/stores/upgrade-table-store.js';
import { createTemplateStore, type TemplateStore } from '../inventory/stores/template-store.js';
import { createTransact, PATIENCE } from '../platform/mongo/transaction.js';
import type { WaitOutside } from '../platform/mongo/keyed-mutex.js';
import { createUpgradeStore, type UpgradeStore } from '../upgrades/stores/upgrade-store.js';
import { createUplinkStore, type UplinkStore } from '../inventory/stores/uplink-store.js';

/** Everything that queries. */
export interface Stores {
  readonly admin: AdminStore;
  readonly accounts: AccountStore;
  readonly credentials: CredentialStore;
  readonly devices: DeviceStore;
  readonly deviceSearch: DeviceSearchStore;
  readonly firmware: FirmwareStore;
  readonly fleetDevices: DeviceBatchStore;
  readonly fleetExport: FleetExportStore;
  readonly fleetLookup: FleetLookupStore;
  readonly fleetRenames: RenameStore;
  readonly fleetWrites: FleetWriteStore;
  readonly heartbeats: HeartbeatStore;
  readonly openUpgrades: OpenUpgradeStore;
  readonly ids: IdSource;
  readonly locks: LockStore;
  readonly master: MasterStore;
  readonly networks: NetworkStore;
  readonly parts: PartStore;
  readonly pending: PendingStore;
  readonly pendingChanges: PendingChangeStore;
  readonly placement: PlacementStore;
  readonly provisioning: ProvisioningStore;
  readonly releases: ReleaseStore;
  readonly removal: RemovalStore;
  readonly retention: RetentionStore;
  readonly schedules: ScheduleStore;
  readonly sealedTexts: SealedTextStore;
  readonly sessions: SessionStore;
  readonly ssids: SsidStore;
  readonly status: StatusStore;
  readonly scheduleOverview: ScheduleOverviewStore;
  readonly targetNames: TargetNameStore;
  readonly targets: TargetStore;
  readonly templates: TemplateStore;
  readonly upgrades: UpgradeStore;
  readonly upgradeTable: UpgradeTableStore;
  readonly uplinks: UplinkStore;
}

/**
 * Binds the stores to one connection's models; no I/O.
 * @param waitOutside how work waits for others of its organisation
 */
export function createStores(models: Models, waitOutside?: WaitOutside): Stores {
  const ids = createIdSource(models);
  const transact = createTransact(models.organisations.db, PATIENCE, waitOutside);
  return {
    ids,
    admin: createAdminStore(models, ids),
    accounts: createAccountStore(models),
    credentials: createCredentialStore(models),
    devices: createDeviceStore(models),
    deviceSearch: createDeviceSearchStore(models, createDeviceSamples(models)),
    firmware: createFirmwareStore(models),
    fleetDevices: createDeviceBatchStore(models, transact),
    fleetExport: createFleetExportStore(models),
    fleetLookup: createFleetLookupStore(models),
    fleetRenames: createRenameStore(models),
    fleetWrites: createFleetWriteStore(models, transact),
    heartbeats: createHeartbeatStore(models),
    openUpgrades: createOpenUpgradeStore(models),
    locks: createLockStore(models),
    master: createMasterStore(models),
    networks: createNetworkStore(models),
    parts: createPartStore(models),
    pending: createPendingStore(models, ids),
    pendingChanges: createPendingChangeStore(models),
    placement: createPlacementStore(models, transact),
    provisioning: createProvisioningStore(models, ids, transact),
    releases: createReleaseStore(models),
    removal: createRemovalStore(models, transact),
    retention: createRetentionStore(models),
    schedules: createScheduleStore(models),
    sealedTexts: createSealedTextStore(models),
    sessions: createSessionStore(models),
    ssids: createSsidStore(models),
    status: createStatusStore(models),
    scheduleOverview: createScheduleOverviewStore(models),
    targetNames: createTargetNameStore(models),
    targets: createTargetStore(models),
    templates: createTemplateStore(models),
    upgrades: createUpgradeStore(models),
    upgradeTable: createUpgradeTableStore(models),
    uplinks: createUplinkStore(models, ids, transact),
  };
}
