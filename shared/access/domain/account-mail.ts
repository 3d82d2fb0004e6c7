import { html, type Html } from '../../platform/values/html.js';
import { zonedMinute } from '../../platform/values/minute.js';

/** `password_request`: a visitor has entered an address, which may be that of an account. */
export type AccountMailKind =
  | 'invitation'
  | 'password_link'
  | 'password_request'
  | 'password_changed'
  | 'email_link'
  | 'email_requested'
  | 'email_changed'
  | 'new_browser'
  | 'sso_linked'
  | 'factor_added'
  | 'passkey_added'
  | 'factor_removed'
  | 'factors_reset'
  | 'recovery_code_used'
  | 'recovery_codes_renewed';

export interface AccountMailFacts {
  readonly kind: Exclude<AccountMailKind, 'password_request'>;
  /** The origin of the service. */
  readonly origin: string;
  /** The page at which the receiver sets a password, with the secret of a link. */
  readonly link: { readonly url: string; readonly expiresAt: Date } | null;
  /** The address of the client of a sign-in. */
  readonly client: string | null;
  /** That of the receiver; null for UTC. */
  readonly timeZone: string | null;
}

interface Paragraphs {
  readonly subject: string;
  readonly before: string;
  readonly after: string;
}

const PARAGRAPHS: Readonly<Record<AccountMailFacts['kind'], Paragraphs>> = {
  invitation: {
    subject: 'Your airfleet account',
    before: 'An administrator has made an airfleet account for you. Choose a password to use it:',
    after: 'If you did not expect this, ignore it.',
  },
  password_link: {
    subject: 'Choose a new airfleet password',
    before: 'You, or an administrator, asked for a new password for your airfleet account. Choose it here:',
    after: 'Until then your password stays as it is. If you did not ask for this, ignore it.',
  },
  password_changed: {
    subject: 'Your airfleet password was changed',
    before:
      'The password of your airfleet account was changed, and its other sessions and access tokens ended.',
    after: 'If that was not you, tell an administrator at once.',
  },
  email_link: {
    subject: 'Confirm the new email of your airfleet account',
    before: 'Someone wants to use this address for an airfleet account. If it was you, confirm it here:',
    after: 'If it was not you, ignore this: nothing changes.',
  },
  email_requested: {
    subject: 'A new email was asked for your airfleet account',
    before:
      'Your airfleet account is to get another email. A link to confirm it was sent there. Until it is used, your account stays as it is.',
    after: 'If that was not you, change your password, which ends the link, and tell an administrator.',
  },
  email_changed: {
    subject: 'The email of your airfleet account was changed',
    before: 'Your airfleet account has another email. This one can no longer be used to sign in.',
    after: 'If that was not you, tell an administrator at once.',
  },
  new_browser: {
    subject: 'Your airfleet account was used in a new browser',
    before: 'Your airfleet account was signed in to in a browser that it had not been used in before.',
    after: 'If that was not you, change your password and tell an administrator.',
  },
  sso_linked: {
    subject: 'Your airfleet account is used by single sign-on',
    before:
      'Your airfleet account was signed in to by the identity provider of your organisation for the first time, and belongs to your identity there from now on.',
    after: 'If that was not you, tell an administrator at once.',
  },
  factor_added: {
    subject: 'A second factor was added to your airfleet account',
    before: 'Your airfleet account has a new second factor: signing in needs one of its codes from now on.',
    after: 'If that was not you, tell an administrator at once.',
  },
  passkey_added: {
    subject: 'A passkey was added to your airfleet account',
    before:
      'Your airfleet account has a new passkey. It signs in by itself, and a password alone no longer does.',
    after: 'If that was not you, tell an administrator at once.',
  },
  factor_removed: {
    subject: 'A second factor was removed from your airfleet account',
    before: 'A second factor of your airfleet account was removed.',
    after: 'If that was not you, change your password and tell an administrator.',
  },
  factors_reset: {
    subject: 'The second factors of your airfleet account were removed',
    before:
      'An administrator has removed all second factors of your airfleet account and ended its sessions. Your password is as before. Set up a second factor again after you sign in.',
    after: 'If you did not ask for this, tell an administrator at once.',
  },
  recovery_code_used: {
    subject: 'A recovery code of your airfleet account was used',
    before: 'Your airfleet account was signed in to with a recovery code, which does not work again.',
    after: 'If that was not you, change your password and tell an administrator.',
  },
  recovery_codes_renewed: {
    subject: 'Your airfleet account has new recovery codes',
    before: 'The recovery codes of your airfleet account were replaced. The old ones no longer work.',
    after: 'If that was not you, change your password and tell an administrator.',
  },
};

/** A mail about an account, as text and as HTML. It contains nothing that people have chosen. */
export function accountMailContent({ kind, origin, link, client, timeZone }: AccountMailFacts): {
  subject: string;
  text: string;
  html: Html;
} {
  const { subject, before, after } = PARAGRAPHS[kind];
  const until = link && `The link works once, until ${zonedMinute(link.expiresAt, timeZone)}.`;
  const from = client && `It was at the address ${client}.`;
  const lines = [before, link?.url, until, from, after, `airfleet at ${origin}`];
  const text = `${lines.filter((line) => line !== undefined && line !== null).join('\n\n')}\n`;
  const page = html`<!doctype html>
    <html lang="en">
      <body>
        <p>${before}</p>
        ${
          link &&
          html`<p><a href="${link.url}">${link.url}</a></p>
            <p>${until}</p>`
        }
        ${from && html`<p>${from}</p>`}
        <p>${after}</p>
        <p>airfleet at <a href="${origin}">${origin}</a></p>
      </body>
    </html>`;
  return { subject, text, html: page };
}

/** The URL of a link to a new email, as that of a password. */
export function emailLinkUrl(origin: string, secret: string): string {
  return `${origin}/email#${secret}`;
}

/**
 * The URL of a link. The secret is in its fragment, which browsers send to no server.
 * @param origin null: the URL is a path of the service
 */
export function passwordLinkUrl(origin: string | null, secret: string): string {
  return `${origin ?? ''}/password#${secret}`;
}
