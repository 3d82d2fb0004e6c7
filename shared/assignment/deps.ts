import type { UpgradeModels } from '../upgrades/models/models.js';
import type { UpgradeStores } from '../upgrades/deps.js';
import type { Transact } from '../platform/mongo/transaction.js';
import type { IdSource } from '../platform/mongo/ids.js';
import type { OnAssigned } from './stores/assignment-notices.js';
import { createNetworkAssignmentStore } from './stores/network-assignment-store.js';
import { createProvisioningStore } from './stores/provisioning-store.js';
import { createRemovalStore } from './stores/removal-store.js';
import type { BaseDeps } from '../platform/deps.js';

export function createAssignmentStores(
  models: UpgradeModels,
  ids: IdSource,
  transact: Transact,
  onAssigned: OnAssigned,
) {
  return {
    networkAssignment: createNetworkAssignmentStore(models, transact, onAssigned),
    provisioning: createProvisioningStore(models, ids, transact),
    removal: createRemovalStore(models, transact, onAssigned),
  };
}

/** The stores of device assignment and of the families below. */
export interface AssignmentStores extends UpgradeStores, ReturnType<typeof createAssignmentStores> {}

/** What operations on device assignment may use. */
export type AssignmentDeps = BaseDeps<AssignmentStores>;
