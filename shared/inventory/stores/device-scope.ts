import type { Scope } from '../../access/domain/access.js';

export interface DeviceScopeFilter {
  organisationId: number;
  locationNetworkId?: { $in: (number | null)[] } | { $gte: number };
}

/** The scope as the part of a query on devices that no caller can leave out. */
export function deviceScope(scope: Scope): DeviceScopeFilter {
  const { organisationId, networkIds, unassigned } = scope;
  if (networkIds === 'all') {
    return unassigned ? { organisationId } : { organisationId, locationNetworkId: { $gte: 0 } };
  }
  return { organisationId, locationNetworkId: { $in: unassigned ? [...networkIds, null] : [...networkIds] } };
}

/** The scope on networks themselves. */
export function networkScope(scope: Scope): { organisationId: number; _id?: { $in: number[] } } {
  const { organisationId, networkIds } = scope;
  return networkIds === 'all' ? { organisationId } : { organisationId, _id: { $in: [...networkIds] } };
}
