import { AppError } from '../../platform/errors/app-error.js';
import type { Author } from '../../audit/domain/audit-entry.js';

/** The caller's identity and rights (docs/http.md#callers). */
export interface Caller {
  readonly userId: number;
  readonly organisationId: number;
  readonly role: Role;
  readonly tier: 1 | 2;
  readonly networks: 'all' | readonly NetworkGrant[];
  readonly manageInventory: boolean;
  readonly seesUnreleased: boolean;
  /** The request that the caller makes; absent outside of requests. */
  readonly requestId?: string;
  /** The network address that it comes from; absent outside of requests. */
  readonly address?: string;
}

/** The author of the caller's changes, for the audit log. */
export function authorOf({ userId, requestId, address }: Caller): Author {
  return { actor: `user:${userId}`, requestId: requestId ?? null, ...(address ? { address } : {}) };
}

/**
 * An authenticated user of an organisation, or an operator of the installation, who belongs to no organisation.
 */
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
 * The records that a query may touch. Stores take it as a required argument and put it inside the query, so that
 * records outside of it do not exist for the caller.
 */
export interface Scope {
  readonly organisationId: number;
  readonly networkIds: 'all' | readonly number[];
  /** Whether unassigned devices are included. */
  readonly unassigned: boolean;
}

/** All records of an organisation, for look-ups that do not depend on the caller's rights. */
export function wholeOrganisation(organisationId: number): Scope {
  return { organisationId, networkIds: 'all', unassigned: true };
}

/** Whether a scope has all records of its organisation. */
export function isWhole({ networkIds, unassigned }: Scope): boolean {
  return networkIds === 'all' && unassigned;
}

/**
 * The readable records: the caller's networks, and unassigned devices if the caller sees all networks or manages
 * the inventory.
 */
export function readScope(caller: Caller): Scope {
  return {
    organisationId: caller.organisationId,
    networkIds: caller.networks === 'all' ? 'all' : caller.networks.map((grant) => grant.id),
    unassigned: caller.networks === 'all' || caller.manageInventory,
  };
}

/**
 * The changeable records: networks with full access, unassigned devices with manage_inventory, none for a viewer.
 */
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

/** Every role except viewer may change records. */
export function mayChange(caller: Caller): boolean {
  return caller.role !== 'viewer';
}

/** Administrators manage networks, users and webhooks within their networks. */
export function isAdministrator({ role }: Pick<Caller, 'role'>): boolean {
  return role === 'admin' || role === 'super_admin';
}

/** An administrator with all networks sees and changes what belongs to the whole organisation. */
export function administersAll(caller: Pick<Caller, 'role' | 'networks'>): boolean {
  return isAdministrator(caller) && caller.networks === 'all';
}

/** @throws AppError forbidden, unless the caller administers the whole organisation */
export function requireAdministrator(caller: Pick<Caller, 'role' | 'networks'>): void {
  if (!administersAll(caller)) throw new AppError('forbidden');
}

/** @throws AppError forbidden, unless the caller is an administrator with full access to the network */
export function requireNetworkAdministrator(caller: Caller, networkId: number): void {
  if (!isAdministrator(caller) || !inScope(writeScope(caller), networkId)) throw new AppError('forbidden');
}

/** The roles of users whose tokens and sessions the caller may list and revoke, besides its own. */
export function managedRoles({ role }: Caller): readonly Role[] {
  if (role === 'super_admin') return ROLES;
  return role === 'admin' ? ['operator', 'viewer'] : [];
}

/** @throws AppError forbidden, unless the caller manages users */
export function requireUserManager(caller: Caller): void {
  if (managedRoles(caller).length === 0) throw new AppError('forbidden');
}

/**
 * Unreleased firmware is visible to super administrators and to users whose session assumes upgrade visibility.
 */
export function seesUnreleasedFirmware(caller: Caller): boolean {
  return caller.role === 'super_admin' || caller.seesUnreleased;
}

/** Whether a device of this network (null: unassigned) is inside the scope. */
export function inScope(scope: Scope, networkId: number | null): boolean {
  if (networkId === null) return scope.unassigned;
  return scope.networkIds === 'all' || scope.networkIds.includes(networkId);
}
