import type { Author } from '../../audit/domain/audit-entry.js';
import { allowsPassword, type SignInRules } from '../domain/sign-in-rules.js';
import { accountName } from '../domain/account-entry.js';
import { hashToken } from '../../platform/values/secrets.js';
import { AppError } from '../../platform/errors/app-error.js';
import { holderOf, type Account } from '../stores/account.js';
import type { AccessDeps } from '../deps.js';
import type { Place } from '../domain/place.js';
import type { ProveDeps } from './factors/prove-factor.js';
import { passwordMatches } from './password.js';
import { recordFailedSignIn } from './sign-in-failure.js';

/** Counts failed sign-ins of an account across all processes. */
export interface SignInGuard {
  /**
   * Counts an attempt as failed; the returned function reverts that.
   * @param browserId of a browser in which the account has signed in before, whose failures count apart
   * @throws AppError signInLocked when the account, or that browser, has failed too often
   */
  attempt(account: string, browserId: string | null): Promise<() => Promise<void>>;
}

export type SignInDeps = ProveDeps & { readonly signInGuard: SignInGuard };

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** As in {@link SignInGuard}. */
  readonly browserId?: string | null;
}

/** An account whose password was right. */
export interface CheckedAccount {
  readonly account: Account;
  readonly rules: SignInRules;
}

export const signInName = (email: string): string => email.trim().toLowerCase();

/** Names an account by its email, without containing it. */
export function accountKey(email: string): string {
  return hashToken(signInName(email));
}

/** The account as the author of its sign-in, or of a change that it makes. */
export function ownAuthor(account: Account, { requestId, address }: Place): Author {
  return { actor: accountName(holderOf(account)), requestId, address };
}

/**
 * The account of an email and a password, with the rules of its organisation, which may not allow the password. A second factor
 * is not checked here. Failures are counted in the audit log.
 * @throws AppError unauthenticated, signInLocked, overloaded
 */
export async function checkPassword(
  deps: Pick<AccessDeps, 'stores' | 'now'> & { readonly signInGuard: SignInGuard },
  credentials: SignIn,
  place: Place,
): Promise<CheckedAccount> {
  const { stores, signInGuard } = deps;
  const email = signInName(credentials.email);
  const forgive = await signInGuard.attempt(accountKey(email), credentials.browserId ?? null);
  const { account, rules } = await findByPassword(stores, email, credentials.password).catch(
    async (error: unknown) => {
      // The password was not checked: the database was unreachable, or too many sign-ins waited.
      await forgive();
      throw error;
    },
  );
  if (account === null || rules === null) {
    await recordFailedSignIn(deps, account, place);
    throw new AppError('unauthenticated', { text: 'Email or password is wrong' });
  }
  await forgive();
  return { account, rules };
}

/** Without rules, the password is wrong, or the account may not sign in with it. */
async function findByPassword(
  stores: AccessDeps['stores'],
  email: string,
  password: string,
): Promise<{ account: Account | null; rules: SignInRules | null }> {
  const account = await stores.sessions.findByEmail(email);
  const matches = await passwordMatches(password, account?.passwordHash ?? null);
  if (account === null || !matches || account.disabledAt) return { account, rules: null };
  const rules = await stores.organisationRules.signInRules(holderOf(account).organisationId);
  return { account, rules: allowsPassword(rules, account._id) ? rules : null };
}
