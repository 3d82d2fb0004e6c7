import type { UpgradeModels } from '../../upgrades/models/models.js';
import type { UpgradeStores } from '../../upgrades/stores/stores.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import { type NetworkAssignmentStore, createNetworkAssignmentStore } from './network-assignment-store.js';
import { type ProvisioningStore, createProvisioningStore } from './provisioning-store.js';
import { type RemovalStore, createRemovalStore } from './removal-store.js';

/** The stores of device assignment and of the families below. */
export interface AssignmentStores extends UpgradeStores {
  readonly networkAssignment: NetworkAssignmentStore;
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
    networkAssignment: createNetworkAssignmentStore(models, transact),
    provisioning: createProvisioningStore(models, ids, transact),
    removal: createRemovalStore(models, transact),
  };
}
