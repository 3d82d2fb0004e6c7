import { createTransact, TRANSACTION_TIMEOUTS } from '../platform/mongo/transaction.js';
import type { YieldSlot } from '../platform/mongo/keyed-mutex.js';
import type { Models } from './models.js';
import { createPlatformStores } from '../platform/mongo/stores.js';
import { createAuditStores } from '../audit/stores/stores.js';
import { createAccessStores } from '../access/stores/stores.js';
import { createInventoryStores } from '../inventory/stores/stores.js';
import { createStatusStores } from '../status/stores/stores.js';
import { createSearchStores } from '../search/stores/stores.js';
import { createUpgradeStores } from '../upgrades/stores/stores.js';
import { createAssignmentStores } from '../assignment/stores/stores.js';
import { createWebhookStores } from '../webhooks/stores/stores.js';
import { createRolloutStores } from '../rollouts/stores/stores.js';
import { createSsidStores } from '../ssids/stores/stores.js';
import { createImportStores, type ImportStores } from '../import/stores/stores.js';

/** The stores of every family. */
export type Stores = ImportStores;

/**
 * Binds the stores of every family to one connection's models; no I/O.
 * @param yieldSlot how work waits for other work of its organisation
 */
export function createStores(models: Models, waitOutside?: YieldSlot): Stores {
  const platform = createPlatformStores(models);
  const { ids } = platform;
  const transact = createTransact(models.organisations.db, TRANSACTION_TIMEOUTS, waitOutside);
  return {
    ...platform,
    ...createAuditStores(models),
    ...createAccessStores(models, ids, transact),
    ...createInventoryStores(models, ids, transact),
    ...createStatusStores(models),
    ...createSearchStores(models),
    ...createUpgradeStores(models, ids, transact),
    ...createAssignmentStores(models, ids, transact),
    ...createWebhookStores(models, ids, transact),
    ...createRolloutStores(models),
    ...createSsidStores(models, transact),
    ...createImportStores(models, transact),
  };
}
