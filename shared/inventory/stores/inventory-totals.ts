import type { Scope } from '../../access/domain/access.js';
import type { InventoryModels } from '../models/models.js';
import { networkScope } from './device-scope.js';

export interface InventoryCounts {
  /** Devices in scope. */
  readonly count: number;
  /**
   * Changes whenever something changes that a search of the organisation could find or lists show. What was
   * computed under a revision that was read before is exact for as long as the revision is the same.
   */
  readonly revision: string;
}

/** From counts that are kept with the records, never by counting. Two round trips at once, three when restricted. */
export async function readInventoryCounts(
  { organisations, networks, firmwareRevisions }: InventoryModels,
  scope: Scope,
): Promise<InventoryCounts> {
  const [organisation, visible, reported] = await Promise.all([
    organisations
      .findOne(
        { _id: scope.organisationId },
        { deviceCount: 1, unassignedCount: 1, inventoryRevision: 1, firmwareRevision: 1 },
      )
      .lean(),
    scope.networkIds === 'all' ? null : networks.find(networkScope(scope), { deviceCount: 1 }).lean(),
    firmwareRevisions.findOne({ _id: scope.organisationId }).lean(),
  ]);
  const { deviceCount, unassignedCount, inventoryRevision, firmwareRevision } = { ...NONE, ...organisation };
  const assigned =
    visible?.reduce((sum, network) => sum + network.deviceCount, 0) ?? deviceCount - unassignedCount;
  return {
    count: assigned + (scope.unassigned ? unassignedCount : 0),
    revision: [inventoryRevision, firmwareRevision, reported?.revision ?? 0].join('.'),
  };
}

const NONE = { deviceCount: 0, unassignedCount: 0, inventoryRevision: 0, firmwareRevision: 0 };
