import { INSTALLATION } from '../../../audit/domain/audit-entry.js';
import { decryptText, encryptText } from '../../../platform/values/encrypt.js';
import type { AccessDeps } from '../../deps.js';
import type { AccountMailKind } from '../../domain/account-mail.js';
import type { MailRecord, StoredAccountMail } from '../../models/mail.js';
import { holderOf, type Account } from '../../stores/account.js';
import { newPasswordLink, type NewPasswordLink } from './password-link.js';

/** Counts mails with links to an address. @returns false when it has got as many as it may in this hour */
export type LinkMailLimit = (address: string) => Promise<boolean>;

type MailDeps = Pick<AccessDeps, 'stores' | 'env' | 'now'>;

interface MailedFacts {
  readonly link?: NewPasswordLink | null;
  readonly client?: string;
  /** By default that of the account. */
  readonly address?: string;
}

/** A mail to the holder of an account, to be put with the change that it reports; null when the service sends none. */
export async function newAccountMail(
  { stores, env, now }: MailDeps,
  account: Account,
  kind: Exclude<AccountMailKind, 'password_request'>,
  { link = null, client, address = account.email }: MailedFacts = {},
): Promise<MailRecord | null> {
  if (env.smtp === null) return null;
  const _id = await stores.ids.reserve('mails');
  const { userId, organisationId } = holderOf(account);
  const stored = {
    ...storedMail(env, _id, { kind, address, link, timeZone: account.timeZone }),
    ...(client === undefined ? {} : { client }),
  };
  return newMail({ _id, organisationId: organisationId ?? INSTALLATION, userId, account: stored }, now());
}

/**
 * A link for an account, and the mail that carries it; null when the service sends none, or the address has had enough. A link
 * to a new email is mailed to that email.
 */
export async function newMailedLink(
  deps: MailDeps & { readonly linkMails: LinkMailLimit },
  account: Account,
  kind: 'invitation' | 'password_link' | 'email_link',
  newEmail: string | null = null,
): Promise<ReturnType<typeof newPasswordLink> & { readonly mail: MailRecord | null }> {
  const { env, now, linkMails } = deps;
  const link = newPasswordLink(account, now(), newEmail);
  const address = newEmail ?? account.email;
  const isMailed = env.smtp !== null && (await linkMails(address));
  const facts = { link: link.made, address };
  return { ...link, mail: isMailed ? await newAccountMail(deps, account, kind, facts) : null };
}

/** A new record of the queue, which is due at once. */
export function newMail(
  mail: Required<Pick<MailRecord, '_id' | 'organisationId' | 'userId' | 'account'>>,
  at: Date,
): MailRecord {
  const waiting = { state: 'Waiting', tries: 0, dueAt: at, createdAt: at } as const;
  return { ...mail, ...waiting, items: [], count: 0, endedAt: null, lastError: null };
}

interface MailAbout {
  readonly kind: AccountMailKind;
  readonly address: string;
  readonly link: NewPasswordLink | null;
  readonly timeZone?: string | null | undefined;
}

/** What the record of a mail keeps; the secret of a link is encrypted until the mail has ended. */
export function storedMail(
  { encryptionKeys }: MailDeps['env'],
  id: number,
  { kind, address, link, timeZone }: MailAbout,
): StoredAccountMail {
  const about = { kind, address, ...(timeZone ? { timeZone } : {}) };
  if (link === null) return about;
  return {
    ...about,
    secret: encryptText(encryptionKeys, contextOf(id), link.secret),
    expiresAt: link.expiresAt,
  };
}

/** The link in a mail; null when it has none. @throws Error when the key that encrypted it was removed */
export function linkIn(
  { encryptionKeys }: MailDeps['env'],
  { _id, account }: MailRecord,
): NewPasswordLink | null {
  if (!account?.secret || !account.expiresAt) return null;
  const secret = decryptText(encryptionKeys, contextOf(_id), account.secret);
  return { secret, expiresAt: account.expiresAt };
}

function contextOf(id: number): string {
  return `mails:${id}:secret`;
}
