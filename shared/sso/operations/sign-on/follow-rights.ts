import { isDeepStrictEqual } from 'node:util';
import { SYSTEM } from '../../../audit/domain/audit-entry.js';
import { accountEntry } from '../../../access/domain/account-entry.js';
import type { UserRecord } from '../../../access/models/user.js';
import type { KnownNetworks } from '../../../access/operations/users/judge-rights.js';
import { auditedUser } from '../../../access/operations/users/user-entry.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { SignOnDeps } from '../../deps.js';
import type { SsoRights } from '../../domain/sso-settings.js';
import type { SsoConfigurationRecord } from '../../models/sso-configuration.js';
import { grantedNetworks } from './granted-networks.js';

/**
 * Gives a user the rights that the provider says, where a claim gives rights; without a claim they are for administrators to
 * change. The last super admin of an organisation stays one.
 * @returns the user as it is then; null when it has changed since it was read
 */
export async function followRights(
  { stores, now, accessEpoch }: Pick<SignOnDeps, 'stores' | 'now' | 'accessEpoch'>,
  { claim }: Pick<SsoConfigurationRecord, 'claim'>,
  user: UserRecord,
  rights: SsoRights,
  knownNetworks: KnownNetworks,
): Promise<UserRecord | null> {
  if (claim === undefined || claim === null) return user;
  const networks = await grantedNetworks(rights, knownNetworks);
  const { role, tier, manageInventory } = rights;
  const wanted = { role, tier, networks, manageInventory };
  const held = {
    role: user.role,
    tier: user.tier,
    networks: user.networks?.map(({ id, access }) => ({ id, access })) ?? null,
    manageInventory: user.manageInventory,
  };
  if (isDeepStrictEqual(wanted, held)) return user;
  const account = { userId: user._id, organisationId: user.organisationId };
  const changed = stores.transactUncounted(async (session) => {
    if (
      !(await knownNetworks.hold(
        (networks ?? []).map(({ id }) => id),
        session,
      ))
    )
      return null;
    const written = await stores.users.change(user, wanted, false, session);
    if (written === null) return null;
    const fields = { at: now(), before: auditedUser(user), after: auditedUser(written) };
    await stores.audit.write([accountEntry(account, 'user.updated', SYSTEM, fields)], session);
    return written;
  });
  const after = await changed.catch((error: unknown) => {
    if (error instanceof AppError && error.refusal === 'stateForbids') return user;
    throw error;
  });
  await accessEpoch.change();
  return after;
}
