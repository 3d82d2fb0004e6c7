import type { UpgradeModels } from './models/models.js';
import type { FirmwareStores } from '../firmware/deps.js';
import type { DeafPeriodStores } from '../deaf-periods/deps.js';
import { createUpgradeAdminStore } from './stores/upgrade-admin-store.js';
import type { IdSource } from '../platform/mongo/ids.js';
import type { Transact } from '../platform/mongo/transaction.js';
import { createAbandonStore } from './stores/abandon-store.js';
import { createDispatchStore } from './stores/dispatch-store.js';
import { createMaintenanceStore } from './stores/maintenance-store.js';
import { createOpenUpgradeStore } from './stores/open-upgrade-store.js';
import { createPendingChangeStore } from './stores/pending-change-store.js';
import { createPendingStore } from './stores/pending-store.js';
import { createRetentionStore } from './stores/retention-store.js';
import { createScheduleListStore } from './stores/schedule-list-store.js';
import { createScheduleStore } from './stores/schedule-store.js';
import { createTargetNameStore } from './stores/target-name-store.js';
import { createTargetStore } from './stores/target-store.js';
import { createUpgradeCountStore } from './stores/upgrade-count-store.js';
import { createUpgradeStore } from './stores/upgrade-store.js';
import { createUpgradeTableStore } from './stores/table/upgrade-table-store.js';
import type { BaseDeps } from '../platform/deps.js';
import type { JobQueue } from './jobs/job-queue.js';

export function createUpgradeStores(models: UpgradeModels, ids: IdSource, transact: Transact) {
  return {
    upgradeAdmin: createUpgradeAdminStore(models),
    abandoned: createAbandonStore(models, transact),
    maintenance: createMaintenanceStore(models),
    openUpgrades: createOpenUpgradeStore(models),
    pending: createPendingStore(models, ids),
    pendingChanges: createPendingChangeStore(models, transact),
    dispatch: createDispatchStore(models),
    retention: createRetentionStore(models, transact),
    schedules: createScheduleStore(models, transact),
    scheduleList: createScheduleListStore(models),
    targetNames: createTargetNameStore(models),
    targets: createTargetStore(models),
    upgrades: createUpgradeStore(models, transact),
    upgradeCounts: createUpgradeCountStore(models, transact),
    upgradeTable: createUpgradeTableStore(models),
  };
}

/** The stores of upgrades, and those of the families below. */
export interface UpgradeStores
  extends DeafPeriodStores, FirmwareStores, ReturnType<typeof createUpgradeStores> {}

/** The dependencies of operations on upgrades. */
export interface UpgradeDeps extends BaseDeps<UpgradeStores> {
  readonly jobs: JobQueue;
}
