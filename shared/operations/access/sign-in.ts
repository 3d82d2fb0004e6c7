import { hashToken, newToken } from '../../domain/secrets.js';
import { AppError } from '../../errors/app-error.js';
import type { UserRecord } from '../../models/user.js';
import type { Deps } from '../deps.js';
import { passwordMatches } from './password.js';

const DAY_MS = 86_400_000;
const LIFETIME_MS = { token: 90 * DAY_MS, session: DAY_MS } as const;

/** Counts failed sign-ins of an account; somewhere all processes see. */
export interface SignInGuard {
  /** @throws AppError signInLocked when the account has failed too often */
  check(email: string): Promise<void>;
  failed(email: string): Promise<void>;
}

/**
 * Turns an email and a password into a new access token (90 days) or browser session (a day); only the hash of
 * the secret is stored. Two round trips beside the guard's.
 * @throws AppError unauthenticated, signInLocked
 */
export async function signIn(
  deps: Pick<Deps, 'stores' | 'now'> & { guard: SignInGuard },
  kind: 'token' | 'session',
  credentials: { email: string; password: string },
): Promise<{ secret: string; expiresAt: Date }> {
  const email = credentials.email.trim().toLowerCase();
  await deps.guard.check(email);
  const user = await deps.stores.sessions.findUserByEmail(email);
  if (!(await passwordMatches(credentials.password, user?.passwordHash ?? null)) || !user) {
    await deps.guard.failed(email);
    throw new AppError('unauthenticated', { text: 'Email or password is wrong' });
  }
  return openSession(deps, kind, user);
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
