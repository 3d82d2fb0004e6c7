import { AppError } from '../../../platform/errors/app-error.js';
import { hashToken, newToken } from '../../../platform/values/secrets.js';
import type { PasswordLinkRecord } from '../../models/password-link.js';
import { holderOf, isUser, type Account } from '../../stores/account.js';

const LIFETIME_MS = 72 * 3_600_000;

/** The secret of a new link, which is stored nowhere in clear text. */
export interface NewPasswordLink {
  readonly secret: string;
  readonly expiresAt: Date;
}

/** A new link for an account as it was read: to its password, or to the email that it is to get. */
export function newPasswordLink(
  account: Account,
  now: Date,
  newEmail: string | null = null,
): { readonly made: NewPasswordLink; readonly record: PasswordLinkRecord } {
  const secret = newToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const record = {
    _id: hashToken(secret),
    ...holderOf(account),
    email: account.email,
    ...(newEmail === null ? {} : { newEmail }),
    role: isUser(account) ? account.role : null,
    generation: account.tokenGeneration ?? 0,
    createdAt: now,
    expiresAt,
  };
  return { made: { secret, expiresAt }, record };
}

/**
 * Whether a link is still for the account that it was made for. It ends with the tokens of the account, so when the password
 * changes or the account is disabled; with its email, because it may have reached the wrong person; and with its role,
 * because the person who made it may not manage the new one.
 */
export function fitsAccount({ email, role, generation }: PasswordLinkRecord, account: Account): boolean {
  const isAsThen = account.email === email && (isUser(account) ? account.role : null) === role;
  return isAsThen && (account.tokenGeneration ?? 0) === generation && !account.disabledAt;
}

/** The refusal of a link that is unknown, used up, or no longer fits its account. */
export function linkEnded(): AppError {
  return new AppError('pathNotFound', {
    text: 'This link is not valid, or no longer. Ask for another one',
  });
}
