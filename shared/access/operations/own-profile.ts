import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { Place } from '../domain/place.js';
import type { AccessDeps } from '../deps.js';
import type { Principal } from '../domain/access.js';
import { accountEntry, accountName } from '../domain/account-entry.js';
import { auditedProfile, type Profile } from '../domain/profile.js';

const MAX_TRIES = 10;

/**
 * Changes the name, locale or time zone of the caller.
 * @throws AppError unauthenticated when the caller was deleted meanwhile; overloaded when all tries fail
 */
export async function updateOwnProfile(
  { stores, now }: Pick<AccessDeps, 'stores' | 'now'>,
  principal: Principal,
  patch: Partial<Profile>,
  place: Place,
  accompany: Accompany<Profile>,
): Promise<Profile> {
  const author = { actor: accountName(principal), ...place };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const read = await stores.accounts.profile(principal);
    if (read === null) throw new AppError('unauthenticated');
    const profile = { ...read, ...patch };
    if (isDeepStrictEqual(profile, read)) return read;
    const fields = { at: now(), before: auditedProfile(read), after: auditedProfile(profile) };
    const entry = accountEntry(principal, 'user.profile_changed', author, fields);
    const isChanged = await stores.transactUncounted(async (session) => {
      if (!(await stores.accounts.changeProfile(principal, read, profile, session))) return false;
      await stores.audit.write([entry], session);
      await accompany(profile, session);
      return true;
    });
    if (isChanged) return profile;
  }
  throw new AppError('overloaded');
}
