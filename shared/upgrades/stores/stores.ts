import type { UpgradeModels } from '../models/models.js';
import type { FirmwareStores } from '../../firmware/deps.js';
import type { DeafPeriodStores } from '../../deaf-periods/stores/stores.js';
import { createUpgradeAdminStore, type UpgradeAdminStore } from './upgrade-admin-store.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import { type DispatchStore, createDispatchStore } from './dispatch-store.js';
import { type MaintenanceStore, createMaintenanceStore } from './maintenance-store.js';
import { type OpenUpgradeStore, createOpenUpgradeStore } from './open-upgrade-store.js';
import { type PendingChangeStore, createPendingChangeStore } from './pending-change-store.js';
import { type PendingStore, createPendingStore } from './pending-store.js';
import { type RetentionStore, createRetentionStore } from './retention-store.js';
import { type ScheduleListStore, createScheduleListStore } from './schedule-list-store.js';
import { type ScheduleStore, createScheduleStore } from './schedule-store.js';
import { type TargetNameStore, createTargetNameStore } from './target-name-store.js';
import { type TargetStore, createTargetStore } from './target-store.js';
import { type UpgradeStore, createUpgradeStore } from './upgrade-store.js';
import { type UpgradeTableStore, createUpgradeTableStore } from './upgrade-table-store.js';

/** The stores of upgrades, and those of the families below. */
export interface UpgradeStores extends DeafPeriodStores, FirmwareStores {
  readonly upgradeAdmin: UpgradeAdminStore;
  readonly maintenance: MaintenanceStore;
  readonly openUpgrades: OpenUpgradeStore;
  readonly pending: PendingStore;
  readonly pendingChanges: PendingChangeStore;
  readonly dispatch: DispatchStore;
  readonly retention: RetentionStore;
  readonly schedules: ScheduleStore;
  readonly scheduleList: ScheduleListStore;
  readonly targetNames: TargetNameStore;
  readonly targets: TargetStore;
  readonly upgrades: UpgradeStore;
  readonly upgradeTable: UpgradeTableStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createUpgradeStores(
  models: UpgradeModels,
  ids: IdSource,
  transact: Transact,
): Omit<UpgradeStores, keyof DeafPeriodStores | keyof FirmwareStores> {
  return {
    upgradeAdmin: createUpgradeAdminStore(models),
    maintenance: createMaintenanceStore(models),
    openUpgrades: createOpenUpgradeStore(models),
    pending: createPendingStore(models, ids),
    pendingChanges: createPendingChangeStore(models, transact),
    dispatch: createDispatchStore(models),
    retention: createRetentionStore(models),
    schedules: createScheduleStore(models, transact),
    scheduleList: createScheduleListStore(models),
    targetNames: createTargetNameStore(models),
    targets: createTargetStore(models),
    upgrades: createUpgradeStore(models, transact),
    upgradeTable: createUpgradeTableStore(models),
  };
}
