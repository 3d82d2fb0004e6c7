import { AppError } from '../../../platform/errors/app-error.js';
import type { Place } from '../../domain/place.js';
import type { AccessDeps } from '../../deps.js';
import { accountEntry, accountName } from '../../domain/account-entry.js';
import { holderOf } from '../../stores/account.js';
import { requireRecentSignIn } from '../recent-sign-in.js';
import { ownAuthor } from '../sign-in.js';
import { newAccountMail, newMailedLink, type LinkMailLimit } from './account-mail.js';

/** A change of an email that awaits its confirmation. */
export interface RequestedEmail {
  readonly email: string;
  readonly expiresAt: Date;
}

/**
 * Mails a link to a new email of the account of a session, and tells the old one. Whether another account has the email is not
 * looked up before the link is used, so that the answer and its work are the same. Beyond three an hour for the email, and for
 * the account, nothing is mailed, and the answer is the same too.
 * @throws AppError recentSignInRequired; settingsInvalid for the email that the account has; stateForbids without mails
 */
export async function requestEmail(
  deps: AccessDeps & { readonly linkMails: LinkMailLimit },
  sessionHash: string,
  email: string,
  place: Place,
): Promise<RequestedEmail> {
  const { stores, env, now, linkMails } = deps;
  const account = await requireRecentSignIn(deps, sessionHash);
  if (email === account.email)
    throw new AppError('settingsInvalid', {
      details: { errors: [{ path: 'email', msg: 'is the email of your account already' }] },
    });
  if (env.smtp === null)
    throw new AppError('stateForbids', {
      text: 'This service sends no mails. Ask an administrator to change your email',
    });
  const holder = holderOf(account);
  const isAllowed = await linkMails(`email of ${accountName(holder)}`);
  const mailed = await newMailedLink(
    isAllowed ? deps : { ...deps, linkMails: () => Promise.resolve(false) },
    account,
    'email_link',
    email,
  );
  const { made, record, mail } = mailed;
  const told = mail && (await newAccountMail(deps, account, 'email_requested'));
  const after = { new_email: email, expires_at: made.expiresAt, is_mailed: mail !== null };
  const author = ownAuthor(account, place);
  const entry = accountEntry(holder, 'user.email_requested', author, { at: now(), after });
  await stores.transactUncounted(async (session) => {
    if (mail !== null && told !== null) {
      await stores.passwordLinks.create(record, session);
      await stores.mails.put(mail, session);
      await stores.mails.put(told, session);
    }
    await stores.audit.write([entry], session);
  });
  return { email, expiresAt: made.expiresAt };
}
