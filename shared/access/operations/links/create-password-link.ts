import { authorOf, type Caller } from '../../domain/access.js';
import { accountEntry } from '../../domain/account-entry.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Accompany } from '../../../platform/mongo/transaction.js';
import type { AccessDeps } from '../../deps.js';
import { findUser } from '../users/find-user.js';
import { newMailedLink, type LinkMailLimit } from './account-mail.js';
import type { NewPasswordLink } from './password-link.js';

/**
 * Makes a link at which a user sets a new password, and mails it to the user. The old password works until then. Callers
 * change their own password in a session that has just signed in.
 * @throws AppError forbidden, userNotFound
 */
export async function createPasswordLink(
  deps: AccessDeps & { readonly linkMails: LinkMailLimit },
  caller: Caller,
  id: number,
  accompany: Accompany<NewPasswordLink>,
): Promise<NewPasswordLink> {
  const { stores, now } = deps;
  const user = await findUser(deps, caller, id);
  if (id === caller.userId) throw new AppError('forbidden');
  const at = now();
  const { made, record, mail } = await newMailedLink(deps, user, 'password_link');
  const after = { expires_at: made.expiresAt, is_mailed: mail !== null };
  const account = { userId: id, organisationId: user.organisationId };
  const entry = accountEntry(account, 'user.password_link_created', authorOf(caller), { at, after });
  await stores.transactUncounted(async (session) => {
    await stores.passwordLinks.create(record, session);
    if (mail !== null) await stores.mails.put(mail, session);
    await stores.audit.write([entry], session);
    await accompany(made, session);
  });
  return made;
}
