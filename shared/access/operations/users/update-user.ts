import { isDeepStrictEqual } from 'node:util';
import { authorOf, type Caller } from '../../domain/access.js';
import { accountEntry } from '../../domain/account-entry.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Accompany } from '../../../platform/mongo/transaction.js';
import { requireRevision } from '../../../platform/values/revision.js';
import type { AccessDeps } from '../../deps.js';
import type { UserRecord } from '../../models/user.js';
import type { AccessEpoch } from '../../stores/session-store.js';
import type { UserChange } from '../../stores/user-store.js';
import { newAccountMail } from '../links/account-mail.js';
import { findUser } from './find-user.js';
import { judgeRights, type GivenRights, type KnownNetworks } from './judge-rights.js';
import type { NewUser } from './create-user.js';
import { auditedUser } from './user-entry.js';

export interface UserDeps extends AccessDeps {
  readonly accessEpoch: Pick<AccessEpoch, 'change'>;
}

type Given = { readonly [Name in keyof NewUser]?: NewUser[Name] | undefined };

export interface UserPatch extends Given {
  readonly id: number;
  readonly isDisabled?: boolean | undefined;
  readonly revisions: readonly number[] | null;
}

/** A try fails when another caller changes the user in between. */
export const MAX_TRIES = 10;

/**
 * Changes a user. New rights hold at once in every process; a user that is disabled loses its tokens and sessions.
 * @throws AppError forbidden, userNotFound, settingsInvalid, revisionChanged; overloaded when all tries fail
 */
export async function updateUser(
  deps: UserDeps,
  caller: Caller,
  { id, revisions, isDisabled, ...given }: UserPatch,
  knownNetworks: KnownNetworks,
  accompany: Accompany<UserRecord>,
): Promise<UserRecord> {
  const { stores, now, accessEpoch } = deps;
  const { organisationId } = caller;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const read = await findUser(deps, caller, id);
    requireRevision(read, revisions);
    const wasDisabled = Boolean(read.disabledAt);
    const change = changeOf(read, given, isDisabled === undefined || isDisabled === wasDisabled, now());
    if (Object.keys(change).length === 0) return read;
    // The own rights are for others to change, and the own email needs a recent sign-in and a confirmation.
    if (id === caller.userId) throw new AppError('forbidden');
    await judgeRights(caller, rightsAfter(caller, read, change), knownNetworks);
    const ends = change.disabledAt instanceof Date;
    const author = authorOf(caller);
    const account = { userId: id, organisationId };
    const mail = change.email === undefined ? null : await newAccountMail(deps, read, 'email_changed');
    const granted = (change.networks ?? []).map((grant) => grant.id);
    const changed = await stores.transactUncounted(async (session) => {
      if (!(await knownNetworks.hold(granted, session))) return null;
      const written = await stores.users.change(read, change, ends, session);
      if (!written) return null;
      if (mail !== null) await stores.mails.put(mail, session);
      const fields = { at: now(), before: auditedUser(read), after: auditedUser(written) };
      await stores.audit.write([accountEntry(account, actionOf(change), author, fields)], session);
      await accompany(written, session);
      return written;
    });
    if (!changed) continue;
    await accessEpoch.change();
    return changed;
  }
  throw new AppError('overloaded');
}

/**
 * The rights that a change gives. A role that changes records makes grants count that it did not use before, and a user
 * that is enabled gets all of its rights back: they are judged with the change. A caller of all networks has each of them.
 */
function rightsAfter(
  caller: Caller,
  { tier, networks, manageInventory }: UserRecord,
  change: UserChange,
): GivenRights {
  const { role, disabledAt } = change;
  const isGivenAll = disabledAt === null || (role !== undefined && role !== 'viewer');
  if (!isGivenAll) return change;
  return { tier, manageInventory, ...(caller.networks === 'all' ? {} : { networks }), ...change };
}

/** The fields that differ. */
function changeOf(
  read: UserRecord,
  { email, role, tier, networks, manageInventory }: Given,
  staysDisabled: boolean,
  at: Date,
): UserChange {
  const given = { email, role, tier, networks: networks && [...networks], manageInventory };
  const different = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, read[name as keyof UserRecord]),
  );
  const disabledAt = read.disabledAt ? null : at;
  return { ...(Object.fromEntries(different) as UserChange), ...(staysDisabled ? {} : { disabledAt }) };
}

function actionOf({ disabledAt }: UserChange): string {
  if (disabledAt === undefined) return 'user.updated';
  return disabledAt === null ? 'user.enabled' : 'user.disabled';
}
