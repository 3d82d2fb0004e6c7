/** Who asks, as far as the rules need to know (docs/interface.md#callers). */
export interface Caller {
  readonly userId: number;
  readonly organisationId: number;
  readonly role: Role;
  readonly tier: 1 | 2;
  readonly networks: 'all' | readonly NetworkGrant[];
  readonly manageInventory: boolean;
  readonly seesUnreleased: boolean;
}

/** Who signed in: a user of an organisation, or an operator of the installation, who belongs to none. */
export type Principal = Caller | Operator;

export interface Operator {
  readonly userId: number;
  readonly organisationId: null;
}

export function isOperator(principal: Principal): principal is Operator {
  return principal.organisationId === null;
}

export const ROLES = ['super_admin', 'admin', 'operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export interface NetworkGrant {
  readonly id: number;
  readonly access: 'full' | 'read';
}

/**
 * What a query may touch. Stores take it as a required argument and put it inside the query, so that what a
 * caller may not see does not exist for it.
 */
export interface Scope {
  readonly organisationId: number;
  readonly networkIds: 'all' | readonly number[];
  /** Whether devices of no network are inside. */
  readonly unassigned: boolean;
}

/** What the caller may see: any role reads its networks, and unassigned devices if it sees all or manages the inventory. */
export function readScope(caller: Caller): Scope {
  return {
    organisationId: caller.organisationId,
    networkIds: caller.networks === 'all' ? 'all' : caller.networks.map((grant) => grant.id),
    unassigned: caller.networks === 'all' || caller.manageInventory,
  };
}

/** What the caller may change: networks with full access, unassigned devices with manage_inventory, nothing for a viewer. */
export function writeScope(caller: Caller): Scope {
  if (!mayChange(caller)) return { organisationId: caller.organisationId, networkIds: [], unassigned: false };
  return {
    organisationId: caller.organisationId,
    networkIds:
      caller.networks === 'all'
        ? 'all'
        : caller.networks.filter((grant) => grant.access === 'full').map((grant) => grant.id),
    unassigned: caller.manageInventory,
  };
}

/** Every role but viewer changes things. */
export function mayChange(caller: Caller): boolean {
  return caller.role !== 'viewer';
}

/** The roles of the users whose tokens and sessions the caller may list and revoke, beside its own. */
export function managedRoles({ role }: Caller): readonly Role[] {
  if (role === 'super_admin') return ROLES;
  return role === 'admin' ? ['operator', 'viewer'] : [];
}

/** Unreleased firmware is for super administrators and for users whose session assumes upgrade visibility. */
export function seesUnreleasedFirmware(caller: Caller): boolean {
  return caller.role === 'super_admin' || caller.seesUnreleased;
}

/** Whether a device that stands in this network (null: in none) is inside the scope. */
export function inScope(scope: Scope, networkId: number | null): boolean {
  if (networkId === null) return scope.unassigned;
  return scope.networkIds === 'all' || scope.networkIds.includes(networkId);
}
