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
import { newToken } from '../../../platform/values/secrets.js';
import type { AccessDeps } from '../../deps.js';
import type { UserRecord } from '../../models/user.js';
import { judgePassword } from '../judge-password.js';
import { hashPassword } from '../password.js';
import { judgeRights, type KnownNetworks } from './judge-rights.js';
import { auditedUser } from './user-entry.js';

const PASSWORD_LENGTH = 20;

export interface NewUser {
  readonly email: string;
  readonly role: Role;
  /** Absent: the tier of the caller. */
  readonly tier?: 1 | 2 | undefined;
  /** Null for all. */
  readonly networks: readonly NetworkGrant[] | null;
  readonly manageInventory: boolean;
  /** Null: a password is made. */
  readonly password: string | null;
}

/** @returns the user, and its password if that was made @throws AppError forbidden, settingsInvalid */
export async function createUser(
  { stores, now }: AccessDeps,
  caller: Caller,
  { password, tier = caller.tier, ...rest }: NewUser,
  knownNetworks: KnownNetworks,
  accompany: Accompany<UserRecord>,
): Promise<{ user: UserRecord; password: string | null }> {
  requireUserManager(caller);
  const given = { ...rest, tier };
  await judgeRights(caller, given, knownNetworks);
  if (password !== null) await judgePassword(password, given.email);
  const { organisationId } = caller;
  const made = password === null ? newToken().slice(0, PASSWORD_LENGTH) : null;
  const user: UserRecord = {
    ...given,
    _id: await stores.ids.reserve('users'),
    organisationId,
    networks: given.networks && [...given.networks],
    passwordHash: await hashPassword(password ?? made ?? ''),
    seesUnreleased: false,
    disabledAt: null,
    revision: 1,
  };
  const account = { userId: user._id, organisationId };
  const fields = { at: now(), after: auditedUser(user) };
  const granted = (given.networks ?? []).map(({ id }) => id);
  await stores.transactUncounted(async (session) => {
    if (!(await knownNetworks.hold(granted, session))) {
      const errors = [{ path: 'networks', msg: 'has a network that was deleted' }];
      throw new AppError('settingsInvalid', { details: { errors } });
    }
    await stores.users.create(user, session);
    await stores.audit.write([accountEntry(account, 'user.created', authorOf(caller), fields)], session);
    await accompany(user, session);
  });
  return { user, password: made };
}
