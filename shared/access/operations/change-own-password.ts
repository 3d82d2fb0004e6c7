import type { ClientSession } from 'mongoose';
import type { Place } from '../domain/place.js';
import type { AccessDeps } from '../deps.js';
import { accountName } from '../domain/account-entry.js';
import { judgePassword } from './judge-password.js';
import { newAccountMail } from './links/account-mail.js';
import { hashPassword } from './password.js';
import { requireRecentSignIn } from './recent-sign-in.js';
import type { RevocationDeps } from './revoke-access-token.js';
import { holderOf } from '../stores/account.js';

/**
 * Changes the password of the account of a session. Its other sessions and all of its tokens end.
 * @throws AppError recentSignInRequired, settingsInvalid
 */
export async function changeOwnPassword(
  deps: RevocationDeps & Pick<AccessDeps, 'env'>,
  sessionHash: string,
  password: string,
  place: Place,
): Promise<void> {
  const user = await requireRecentSignIn(deps, sessionHash);
  await judgePassword(password, user.email);
  const account = holderOf(user);
  const passwordHash = await hashPassword(password);
  const mail = await newAccountMail(deps, user, 'password_changed');
  const by = {
    author: { actor: accountName(account), ...place },
    at: deps.now(),
    keeps: sessionHash,
    accompany: async (session: ClientSession) => {
      if (mail !== null) await deps.stores.mails.put(mail, session);
    },
  };
  await deps.stores.credentials.change(account, { passwordHash }, by);
  await deps.accessEpoch.change();
}
