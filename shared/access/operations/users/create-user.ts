import {
  authorOf,
  requireUserManager,
  type Caller,
  type NetworkGrant,
  type Role,
} from '../../domain/access.js';
import { accountEntry } from '../../domain/account-entry.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Accompany } from '../../../platform/mongo/transaction.js';
import type { AccessDeps } from '../../deps.js';
import type { UserRecord } from '../../models/user.js';
import { newMailedLink, type LinkMailLimit } from '../links/account-mail.js';
import type { NewPasswordLink } from '../links/password-link.js';
import { judgeRights, type KnownNetworks } from './judge-rights.js';
import { auditedUser } from './user-entry.js';

export interface NewUser {
  readonly email: string;
  readonly role: Role;
  /** Absent: the tier of the caller. */
  readonly tier?: 1 | 2 | undefined;
  /** Null for all. */
  readonly networks: readonly NetworkGrant[] | null;
  readonly manageInventory: boolean;
}

/** Creates a user without a password, and the link at which it sets one. @throws AppError forbidden, settingsInvalid */
export async function createUser(
  deps: AccessDeps & { readonly linkMails: LinkMailLimit },
  caller: Caller,
  { tier = caller.tier, ...rest }: NewUser,
  knownNetworks: KnownNetworks,
  accompany: Accompany<UserRecord>,
): Promise<{ user: UserRecord; invitation: NewPasswordLink }> {
  const { stores, now } = deps;
  requireUserManager(caller);
  const given = { ...rest, tier };
  await judgeRights(caller, given, knownNetworks);
  const { organisationId } = caller;
  const user: UserRecord = {
    ...given,
    _id: await stores.ids.reserve('users'),
    organisationId,
    networks: given.networks && [...given.networks],
    passwordHash: null,
    seesUnreleased: false,
    disabledAt: null,
    revision: 1,
  };
  const { made, record, mail } = await newMailedLink(deps, user, 'invitation');
  const account = { userId: user._id, organisationId };
  const fields = { at: now(), after: auditedUser(user) };
  const granted = (given.networks ?? []).map(({ id }) => id);
  await stores.transactUncounted(async (session) => {
    if (!(await knownNetworks.hold(granted, session))) {
      const errors = [{ path: 'networks', msg: 'has a network that was deleted' }];
      throw new AppError('settingsInvalid', { details: { errors } });
    }
    await stores.users.create(user, session);
    await stores.passwordLinks.create(record, session);
    if (mail !== null) await stores.mails.put(mail, session);
    await stores.audit.write([accountEntry(account, 'user.created', authorOf(caller), fields)], session);
    await accompany(user, session);
  });
  return { user, invitation: made };
}
