import { accountMailContent, emailLinkUrl, passwordLinkUrl } from '../../../access/domain/account-mail.js';
import type { MailRecord } from '../../../access/models/mail.js';
import { linkIn } from '../../../access/operations/links/account-mail.js';
import type { NewPasswordLink } from '../../../access/operations/links/password-link.js';
import type { Mail } from '../../../platform/mail/smtp-mailer.js';
import type { AlertDeps } from '../../deps.js';
import { messageIdOf } from './message-id.js';

/** A mail about an account; null when its link has ended, or can no longer be decrypted. */
export function composeAccountMail({ env, now, log }: AlertDeps, mail: MailRecord): Mail | null {
  const { account } = mail;
  if (!account || account.kind === 'password_request') return null;
  const origin = env.publicUrl ?? '';
  let link: NewPasswordLink | null;
  try {
    link = linkIn(env, mail);
  } catch (error) {
    log.warn({ mail: mail._id, err: error }, 'The link of a mail cannot be decrypted');
    return null;
  }
  if (link !== null && link.expiresAt <= now()) return null;
  const { kind, client = null, timeZone = null } = account;
  const urlOf = kind === 'email_link' ? emailLinkUrl : passwordLinkUrl;
  const shown = link && { url: urlOf(origin, link.secret), expiresAt: link.expiresAt };
  const content = accountMailContent({ kind, origin, link: shown, client, timeZone });
  return { messageId: messageIdOf(mail, origin), to: account.address, ...content };
}
