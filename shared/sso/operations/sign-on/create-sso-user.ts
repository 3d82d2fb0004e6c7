import { SYSTEM } from '../../../audit/domain/audit-entry.js';
import { accountEntry } from '../../../access/domain/account-entry.js';
import type { UserRecord } from '../../../access/models/user.js';
import type { KnownNetworks } from '../../../access/operations/users/judge-rights.js';
import { auditedUser } from '../../../access/operations/users/user-entry.js';
import type { SsoDeps } from '../../deps.js';
import { SsoRefused } from '../../domain/refusals.js';
import { grantedNetworks } from './granted-networks.js';
import type { Identity } from './read-identity.js';

/**
 * Creates the user of an identity, without a password; null when one of its networks was deleted meanwhile.
 * @throws SsoRefused for an email that the provider says is not verified; AppError settingsInvalid when there is an account of
 * the email or the identity by now
 */
export async function createSsoUser(
  { stores, now }: Pick<SsoDeps, 'stores' | 'now'>,
  organisationId: number,
  { link, email, isEmailVerified, rights }: Identity,
  knownNetworks: KnownNetworks,
): Promise<UserRecord | null> {
  if (email === null) throw new SsoRefused('without_email');
  if (isEmailVerified === false) throw new SsoRefused('email_unverified');
  if (rights === null) throw new SsoRefused('without_role');
  const { role, tier, manageInventory } = rights;
  const networks = await grantedNetworks(rights, knownNetworks);
  const user: UserRecord = {
    _id: await stores.ids.reserve('users'),
    organisationId,
    email,
    role,
    tier,
    networks,
    manageInventory,
    passwordHash: null,
    seesUnreleased: false,
    disabledAt: null,
    sso: link,
    revision: 1,
  };
  const account = { userId: user._id, organisationId };
  const fields = { at: now(), after: { ...auditedUser(user), issuer: link.issuer, subject: link.subject } };
  const entry = accountEntry(account, 'user.created', SYSTEM, fields);
  return stores.transactUncounted(async (session) => {
    if (
      !(await knownNetworks.hold(
        (networks ?? []).map(({ id }) => id),
        session,
      ))
    )
      return null;
    await stores.users.create(user, session);
    await stores.audit.write([entry], session);
    return user;
  });
}
