import { hashToken, newToken } from '../../platform/values/secrets.js';
import { AppError } from '../../platform/errors/app-error.js';
import { isUser, type Account } from '../stores/session-store.js';
import type { AccessDeps } from '../deps.js';
import { passwordMatches } from './password.js';

const DAY_MS = 86_400_000;
const LIFETIME_MS = { token: 90 * DAY_MS, session: DAY_MS } as const;

/** Counts failed sign-ins of an account, for all processes together. */
export interface SignInGuard {
  /**
   * Counts an attempt as failed; the result takes that back.
   * @throws AppError signInLocked when the account has failed too often
   */
  attempt(email: string): Promise<() => Promise<void>>;
}

/**
 * Turns an email and a password into a new access token (90 days) or browser session (a day); only the hash of
 * the secret is stored. Two round trips beside the guard's.
 * @throws AppError unauthenticated, signInLocked
 */
export async function signIn(
  deps: Pick<AccessDeps, 'stores' | 'now'> & { signInGuard: SignInGuard },
  kind: 'token' | 'session',
  credentials: { email: string; password: string; name?: string | null },
): Promise<{ secret: string; expiresAt: Date }> {
  const email = credentials.email.trim().toLowerCase();
  const forgive = await deps.signInGuard.attempt(email);
  const user = await checkPassword(deps, email, credentials.password).catch(async (error: unknown) => {
    // The password was not checked: the database was away, or too many sign-ins waited.
    await forgive();
    throw error;
  });
  if (!user) throw new AppError('unauthenticated', { text: 'Email or password is wrong' });
  await forgive();
  return openSession(deps, kind, user, credentials.name);
}

/** The user with this email and password; null when there is none. One round trip. */
async function checkPassword(
  { stores }: Pick<AccessDeps, 'stores'>,
  email: string,
  password: string,
): Promise<Account | null> {
  const user = await stores.sessions.findByEmail(email);
  const matches = await passwordMatches(password, user?.passwordHash ?? null);
  return matches && !user?.disabledAt ? user : null;
}

/** A new token or session of a user whose identity is established. One round trip. */
export async function openSession(
  { stores, now }: Pick<AccessDeps, 'stores' | 'now'>,
  kind: 'token' | 'session',
  account: Account,
  name: string | null = null,
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = newToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS[kind]);
  await stores.sessions.create({
    _id: hashToken(secret),
    kind,
    name,
    userId: account._id,
    organisationId: isUser(account) ? account.organisationId : null,
    // That of the moment the password was read: a password that was changed meanwhile revokes this token too.
    generation: account.tokenGeneration ?? 0,
    createdAt,
    expiresAt,
    lastUsedAt: null,
  });
  return { secret, expiresAt };
}
