import type { UpgradeModels } from '../../upgrades/models/models.js';
import type { UpgradeStores } from '../../upgrades/stores/stores.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import { type PlacementStore, createPlacementStore } from './placement-store.js';
import { type ProvisioningStore, createProvisioningStore } from './provisioning-store.js';
import { type RemovalStore, createRemovalStore } from './removal-store.js';

/** What queries the collections of device assignment, and the stores of the families below. */
export interface AssignmentStores extends UpgradeStores {
  readonly placement: PlacementStore;
  readonly provisioning: ProvisioningStore;
  readonly removal: RemovalStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createAssignmentStores(
  models: UpgradeModels,
  ids: IdSource,
  transact: Transact,
): Omit<AssignmentStores, keyof UpgradeStores> {
  return {
    placement: createPlacementStore(models, transact),
    provisioning: createProvisioningStore(models, ids, transact),
    removal: createRemovalStore(models, transact),
  };
}
