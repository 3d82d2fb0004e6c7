import { INSTALLATION, SYSTEM } from '../../../audit/domain/audit-entry.js';
import type { AccessDeps } from '../../deps.js';
import { accountEntry } from '../../domain/account-entry.js';
import type { MailRecord } from '../../models/mail.js';
import { holderOf } from '../../stores/account.js';
import { signInName } from '../sign-in.js';
import { newMail, storedMail, type LinkMailLimit } from './account-mail.js';
import { newPasswordLink } from './password-link.js';

/**
 * Takes the request of a visitor for a link to a new password. The address is looked up by the worker that sends the mail, so
 * that the answer and its work are the same for every address.
 * @param client the address of the visitor, for the audit log
 */
export async function requestPasswordLink(
  { stores, now, linkMails }: AccessDeps & { readonly linkMails: LinkMailLimit },
  email: string,
  client: string,
): Promise<void> {
  const address = signInName(email);
  const isAllowed = await linkMails(address);
  const _id = await stores.ids.reserve('mails');
  const account = { kind: 'password_request', address, client } as const;
  const mail = newMail({ _id, organisationId: INSTALLATION, userId: 0, account }, now());
  const { dueAt: _, ...dropped } = mail;
  await stores.mails.put(isAllowed ? mail : { ...dropped, state: 'Dropped', endedAt: now() });
}

/**
 * Makes the link of a requested mail, in the transaction that gives the mail its receiver.
 * @returns the mail to send; null when the address is not that of an account that may sign in, or another worker was faster
 */
export async function resolveRequest(
  { stores, env, now }: Pick<AccessDeps, 'stores' | 'env' | 'now'>,
  read: MailRecord,
): Promise<MailRecord | null> {
  const address = read.account?.address ?? '';
  const found = await stores.sessions.findByEmail(address);
  if (!found || found.disabledAt) return null;
  const at = now();
  const { made, record } = newPasswordLink(found, at);
  const holder = holderOf(found);
  const { userId } = holder;
  const { email, timeZone } = found;
  const about = { kind: 'password_link', address: email, link: made, timeZone } as const;
  const account = storedMail(env, read._id, about);
  const after = { expires_at: made.expiresAt };
  const client = read.account?.client;
  const author = { ...SYSTEM, ...(client === undefined ? {} : { address: client }) };
  const entry = accountEntry(holder, 'user.password_link_requested', author, { at, after });
  const isAddressed = await stores.transactUncounted(async (session) => {
    if (!(await stores.mails.address(read, { userId, account }, session))) return false;
    await stores.passwordLinks.create(record, session);
    await stores.audit.write([entry], session);
    return true;
  });
  return isAddressed ? { ...read, userId, account } : null;
}
