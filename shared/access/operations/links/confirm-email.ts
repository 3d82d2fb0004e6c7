import { hashToken } from '../../../platform/values/secrets.js';
import type { Place } from '../../domain/place.js';
import type { AccessDeps } from '../../deps.js';
import { accountEntry } from '../../domain/account-entry.js';
import { holderOf } from '../../stores/account.js';
import type { RevocationDeps } from '../revoke-access-token.js';
import { ownAuthor } from '../sign-in.js';
import { newAccountMail } from './account-mail.js';
import { fitsAccount, linkEnded } from './password-link.js';

/**
 * Gives the account of a link its new email, uses up the link, and tells the old email. Sessions and tokens go on; other links
 * of the account end.
 * @throws AppError pathNotFound when the link is not valid; settingsInvalid when another account has the email
 */
export async function confirmEmail(
  deps: RevocationDeps & Pick<AccessDeps, 'env'>,
  secret: string,
  place: Place,
): Promise<void> {
  const { stores, now, accessEpoch } = deps;
  const found = await stores.passwordLinks.find(hashToken(secret), 'email', now());
  if (!found || !fitsAccount(found.link, found.account)) throw linkEnded();
  const { link, account } = found;
  const mail = await newAccountMail(deps, account, 'email_changed');
  const fields = { at: now(), before: { email: link.email }, after: { email: link.newEmail } };
  const entry = accountEntry(holderOf(account), 'user.email_changed', ownAuthor(account, place), fields);
  await stores.transactUncounted(async (session) => {
    // Of two requests with one link, the later one finds it gone.
    if (!(await stores.passwordLinks.take(link, session))) throw linkEnded();
    if (!(await stores.emails.change(link, session))) throw linkEnded();
    if (mail !== null) await stores.mails.put(mail, session);
    await stores.audit.write([entry], session);
  });
  await accessEpoch.change();
}
