import type { Place } from '../../domain/place.js';
import type { AccessDeps } from '../../deps.js';
import { accountName } from '../../domain/account-entry.js';
import { hashToken } from '../../../platform/values/secrets.js';
import { holderOf, isUser } from '../../stores/account.js';
import { judgePassword } from '../judge-password.js';
import { hashPassword } from '../password.js';
import type { RevocationDeps } from '../revoke-access-token.js';
import { newAccountMail } from './account-mail.js';
import { fitsAccount, linkEnded } from './password-link.js';

/**
 * Sets the password of the account of a link, which ends with it; so do the account's tokens and sessions. Signs no one in,
 * and leaves a second factor as it is.
 * @throws AppError pathNotFound when the link is not valid; settingsInvalid
 */
export async function setPasswordByLink(
  deps: RevocationDeps & Pick<AccessDeps, 'env'>,
  secret: string,
  password: string,
  place: Place,
): Promise<void> {
  const { stores, now, accessEpoch } = deps;
  const found = await stores.passwordLinks.find(hashToken(secret), 'password', now());
  if (!found || !fitsAccount(found.link, found.account)) throw linkEnded();
  const { link, account } = found;
  await judgePassword(password, account.email);
  const passwordHash = await hashPassword(password);
  const mail = await newAccountMail(deps, account, 'password_changed');
  const holder = holderOf(account);
  const asRead = {
    ...holder,
    ...(isUser(account) ? { roles: [account.role] } : {}),
    email: link.email,
    generation: link.generation,
  };
  const isSet = await stores.credentials.change(
    asRead,
    { passwordHash },
    {
      author: { actor: accountName(holder), ...place },
      at: now(),
      after: { by: 'link' },
      accompany: async (session) => {
        // Of two requests with one link, the later one finds it gone.
        if (!(await stores.passwordLinks.take(link, session))) throw linkEnded();
        if (mail !== null) await stores.mails.put(mail, session);
      },
    },
  );
  if (!isSet) throw linkEnded();
  await accessEpoch.change();
}
