import { accountEntry } from '../../../access/domain/account-entry.js';
import type { Place } from '../../../access/domain/place.js';
import type { SsoLink, UserRecord } from '../../../access/models/user.js';
import { newAccountMail } from '../../../access/operations/links/account-mail.js';
import { ownAuthor } from '../../../access/operations/sign-in.js';
import type { SsoDeps } from '../../deps.js';

/** Links a user to its identity at the provider, and mails the user; null when the user has changed since it was read. */
export async function linkUser(
  deps: Pick<SsoDeps, 'stores' | 'env' | 'now'>,
  user: UserRecord,
  link: SsoLink,
  place: Place,
): Promise<UserRecord | null> {
  const { stores, now } = deps;
  const account = { userId: user._id, organisationId: user.organisationId };
  const after = { issuer: link.issuer, subject: link.subject };
  const entry = accountEntry(account, 'user.sso_linked', ownAuthor(user, place), { at: now(), after });
  const mail = await newAccountMail(deps, user, 'sso_linked');
  return stores.transactUncounted(async (session) => {
    const linked = await stores.ssoUsers.link(user, link, session);
    if (linked === null) return null;
    await stores.audit.write([entry], session);
    if (mail !== null) await stores.mails.put(mail, session);
    return linked;
  });
}
