import { hashToken, newToken } from '../../domain/secrets.js';
import { AppError } from '../../errors/app-error.js';
import type { UserRecord } from '../../models/user.js';
import type { Deps } from '../deps.js';
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
  deps: Pick<Deps, 'stores' | 'now'> & { signInGuard: SignInGuard },
  kind: 'token' | 'session',
  credentials: { email: string; password: string },
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
  return openSession(deps, kind, user);
}

/** The user with this email and password; null when there is none. One round trip. */
async function checkPassword(
  { stores }: Pick<Deps, 'stores'>,
  email: string,
  password: string,
): Promise<UserRecord | null> {
  const user = await stores.sessions.findUserByEmail(email);
  return (await passwordMatches(password, user?.passwordHash ?? null)) ? user : null;
}

/** A new token or session of a user whose identity is established. One round trip. */
export async function openSession(
  { stores, now }: Pick<Deps, 'stores' | 'now'>,
  kind: 'token' | 'session',
  user: Pick<UserRecord, '_id' | 'organisationId'>,
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = newToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS[kind]);
  await stores.sessions.create({
    _id: hashToken(secret),
    kind,
    userId: user._id,
    organisationId: user.organisationId,
    createdAt,
    expiresAt,
    lastUsedAt: null,
  });
  return { secret, expiresAt };
}
