import type { ClientSession } from 'mongoose';
import { managedRoles, type Caller, type NetworkGrant, type Role } from '../../domain/access.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Fault } from '../../../platform/errors/faults.js';

/** The rights of a user that a request sets; absent ones stay as they are. */
export interface GivenRights {
  readonly role?: Role | undefined;
  readonly tier?: 1 | 2 | undefined;
  readonly networks?: readonly NetworkGrant[] | null | undefined;
  readonly manageInventory?: boolean | undefined;
}

/** The networks of the organisation, for grants to them. */
export interface KnownNetworks {
  /** The names of those that exist and the caller sees, by id. */
  namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Keeps them from being deleted while a transaction grants access to them; false when one is gone. */
  hold(ids: readonly number[], session: ClientSession): Promise<boolean>;
}

/** @throws AppError forbidden for a role that the caller may not give */
export function requireManagedRole(caller: Caller, role: Role | undefined): void {
  if (role !== undefined && !managedRoles(caller).includes(role)) throw new AppError('forbidden');
}

/**
 * A caller gives only roles below its own, no tier with more rights than its own, and only networks and rights that it
 * has itself.
 * @throws AppError forbidden for a role; settingsInvalid for a tier and rights, and for networks that do not exist, or
 *   that the caller has less access to
 */
export async function judgeRights(
  caller: Caller,
  { role, tier, networks, manageInventory }: GivenRights,
  knownNetworks: KnownNetworks,
): Promise<void> {
  requireManagedRole(caller, role);
  const faults: Fault[] = [];
  // Tier 1 has the rights of tier 2 and more.
  if (tier !== undefined && tier < caller.tier)
    faults.push({ path: 'tier', msg: `must be your own, ${caller.tier}` });
  if (manageInventory === true && !caller.manageInventory)
    faults.push({ path: 'manage_inventory', msg: 'is a right that you do not have' });
  if (networks === null && caller.networks !== 'all')
    faults.push({ path: 'networks', msg: 'must be among your networks' });
  if (networks) {
    const known = await knownNetworks.namesOf(networks.map(({ id }) => id));
    networks.forEach((grant, index) => {
      if (!known.has(grant.id)) faults.push({ path: `networks[${index}].id`, msg: 'is no network' });
      else if (!holds(caller, grant))
        faults.push({ path: `networks[${index}]`, msg: 'is more access than you have' });
    });
  }
  if (faults.length > 0) throw new AppError('settingsInvalid', { details: { errors: faults } });
}

function holds({ networks }: Caller, { id, access }: NetworkGrant): boolean {
  if (networks === 'all') return true;
  return networks.some((own) => own.id === id && (own.access === 'full' || access === 'read'));
}
