import type { CanaryDefault } from '../configuration/records/domain/network-configuration.js';
import { createNetworkSequences } from '../configuration/records/stores/configuration-sequences.js';
import type { ImportModels } from './models/models.js';
import type { RolloutStores } from '../rollouts/deps.js';
import type { SsidStores } from '../ssids/deps.js';
import type { Transact } from '../platform/mongo/transaction.js';
import { createDeviceBatchStore } from './stores/device-batch-store.js';
import { createFleetExportStore } from './stores/export-store.js';
import { createFleetLookupStore } from './stores/lookup-store.js';
import { createImportAuditStore } from './stores/import-audit-store.js';
import { createSearchIndexStore } from './stores/search-index-store.js';
import { createFleetWriteStore } from './stores/write-store.js';
import type { BaseDeps } from '../platform/deps.js';

export function createImportStores(models: ImportModels, transact: Transact, env: CanaryDefault) {
  return {
    fleetAudit: createImportAuditStore(models),
    fleetDevices: createDeviceBatchStore(models, transact),
    fleetExport: createFleetExportStore(models),
    fleetLookup: createFleetLookupStore(models),
    searchIndexes: createSearchIndexStore(models),
    fleetWrites: createFleetWriteStore(models, transact, createNetworkSequences(models, env)),
  };
}

/** What queries the collections of the fleet import, and the stores of the families below. */
export interface ImportStores extends RolloutStores, SsidStores, ReturnType<typeof createImportStores> {}

/** What an import or an export uses. */
export type FleetDeps = Pick<BaseDeps<ImportStores>, 'stores' | 'env' | 'log' | 'now'>;
