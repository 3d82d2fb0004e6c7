import type { CanaryDefault } from '../../configuration/records/domain/network-configuration.js';
import { createNetworkSequences } from '../../configuration/records/stores/configuration-sequences.js';
import type { ImportModels } from '../models/models.js';
import type { RolloutStores } from '../../rollouts/stores/stores.js';
import type { SsidStores } from '../../ssids/stores/stores.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import { type DeviceBatchStore, createDeviceBatchStore } from './device-batch-store.js';
import { type FleetExportStore, createFleetExportStore } from './export-store.js';
import { type FleetLookupStore, createFleetLookupStore } from './lookup-store.js';
import { type ImportAuditStore, createImportAuditStore } from './import-audit-store.js';
import { type FleetWriteStore, createFleetWriteStore } from './write-store.js';

/** What queries the collections of the fleet import, and the stores of the families below. */
export interface ImportStores extends RolloutStores, SsidStores {
  readonly fleetAudit: ImportAuditStore;
  readonly fleetDevices: DeviceBatchStore;
  readonly fleetExport: FleetExportStore;
  readonly fleetLookup: FleetLookupStore;
  readonly fleetWrites: FleetWriteStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createImportStores(
  models: ImportModels,
  transact: Transact,
  env: CanaryDefault,
): Omit<ImportStores, keyof RolloutStores | keyof SsidStores> {
  return {
    fleetAudit: createImportAuditStore(models),
    fleetDevices: createDeviceBatchStore(models, transact),
    fleetExport: createFleetExportStore(models),
    fleetLookup: createFleetLookupStore(models),
    fleetWrites: createFleetWriteStore(models, transact, createNetworkSequences(models, env)),
  };
}
