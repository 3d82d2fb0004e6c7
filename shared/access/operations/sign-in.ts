import type { Author } from '../../audit/domain/audit-entry.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { accountEntry, accountName } from '../domain/account-entry.js';
import { hashToken, newToken, publicTokenId } from '../../platform/values/secrets.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { AccessTokenRecord, SignInPlace } from '../models/access-token.js';
import { holderOf, isUser, type Account } from '../stores/session-store.js';
import type { AccessDeps } from '../deps.js';
import type { MailRecord } from '../models/mail.js';
import { newAccountMail } from './links/account-mail.js';
import { passwordMatches } from './password.js';

const DAY_MS = 86_400_000;
const LIFETIME_MS = { token: 90 * DAY_MS, session: DAY_MS } as const;

const PREFIX_LENGTH = 8;

/** A new token or session with its secret, which is stored nowhere. */
export interface NewCredential {
  readonly id: string;
  readonly name: string | null;
  /** The first characters of the secret, by which its holder tells tokens apart; null for a session. */
  readonly prefix: string | null;
  readonly secret: string;
  readonly expiresAt: Date;
}

/** Counts failed sign-ins of an account across all processes. */
export interface SignInGuard {
  /**
   * Counts an attempt as failed; the returned function reverts that.
   * @param browserId of a browser in which the account has signed in before, whose failures count apart
   * @throws AppError signInLocked when the account, or that browser, has failed too often
   */
  attempt(account: string, browserId: string | null): Promise<() => Promise<void>>;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** Of the token. */
  readonly name?: string | null;
  /** As in {@link SignInGuard}. */
  readonly browserId?: string | null;
  /** Of a session. */
  readonly from?: SignInPlace;
}

export const signInName = (email: string): string => email.trim().toLowerCase();

/** Names an account by its email, without containing it. */
export function accountKey(email: string): string {
  return hashToken(signInName(email));
}

/**
 * Creates an access token (90 days) or browser session (one day) for an email and password; only the hash of the
 * secret is stored.
 * @throws AppError unauthenticated, signInLocked, tooManyOpen
 */
export async function signIn(
  deps: Pick<AccessDeps, 'stores' | 'env' | 'now'> & { signInGuard: SignInGuard },
  kind: 'token' | 'session',
  credentials: SignIn,
  requestId: string | null = null,
): Promise<NewCredential> {
  const email = signInName(credentials.email);
  const forgive = await deps.signInGuard.attempt(accountKey(email), credentials.browserId ?? null);
  const user = await checkPassword(deps, email, credentials.password).catch(async (error: unknown) => {
    // The password was not checked: the database was unreachable, or too many sign-ins waited.
    await forgive();
    throw error;
  });
  if (!user) throw new AppError('unauthenticated', { text: 'Email or password is wrong' });
  await forgive();
  const author = { actor: accountName(holderOf(user)), requestId };
  const mail = await newBrowserMail(deps, user, credentials);
  const accompany: Accompany<NewCredential> = async (_created, session) => {
    await deps.stores.sessions.recordSignIn(user, deps.now(), session);
    if (mail !== null) await deps.stores.mails.put(mail, session);
  };
  const { name, from } = credentials;
  return openSession(deps, kind, user, name, { author, accompany, ...(from ? { from } : {}) });
}

/** Tells a user of a sign-in by a browser that does not know the account; null for its first sign-in, and for tokens. */
async function newBrowserMail(
  deps: Pick<AccessDeps, 'stores' | 'env' | 'now'>,
  account: Account,
  { from, browserId }: SignIn,
): Promise<MailRecord | null> {
  const isFirst = isUser(account) && account.lastSignInAt === undefined;
  if (from === undefined || isFirst || (browserId ?? null) !== null) return null;
  return newAccountMail(deps, account, 'new_browser', { client: from.address });
}

/** The user with this email and password, or null. */
async function checkPassword(
  { stores }: Pick<AccessDeps, 'stores'>,
  email: string,
  password: string,
): Promise<Account | null> {
  const user = await stores.sessions.findByEmail(email);
  const matches = await passwordMatches(password, user?.passwordHash ?? null);
  return matches && !user?.disabledAt ? user : null;
}

export interface Opening {
  /** The account itself without one. */
  readonly author?: Author;
  readonly accompany?: Accompany<NewCredential>;
  /** The token that this one is made with: it ends with it, and expires no later. */
  readonly parent?: AccessTokenRecord | null;
  /** Where a session is signed in. */
  readonly from?: SignInPlace;
}

/** Creates a token or session of an authenticated user. @throws AppError tooManyOpen */
export async function openSession(
  { stores, now }: Pick<AccessDeps, 'stores' | 'now'>,
  kind: 'token' | 'session',
  account: Account,
  name: string | null = null,
  { author, accompany, parent = null, from }: Opening = {},
): Promise<NewCredential> {
  const secret = newToken();
  const createdAt = now();
  const latest = parent?.expiresAt.getTime() ?? Infinity;
  const expiresAt = new Date(Math.min(createdAt.getTime() + LIFETIME_MS[kind], latest));
  const holder = holderOf(account);
  const by = author ?? { actor: accountName(holder), requestId: null };
  const id = publicTokenId(hashToken(secret));
  const prefix = kind === 'token' ? secret.slice(0, PREFIX_LENGTH) : null;
  const parentIds = parent && [publicTokenId(parent._id), ...(parent.parentIds ?? [])];
  const shown = { id, kind, name, parent_id: parentIds?.[0] ?? null, expires_at: expiresAt };
  const after = { ...shown, ...from };
  const entry = accountEntry(holder, `${kind}.created`, by, { at: createdAt, after });
  const record = {
    _id: hashToken(secret),
    kind,
    name,
    prefix,
    ...(parentIds ? { parentIds } : {}),
    ...(from ? { signedInFrom: from } : {}),
    ...holder,
    // The generation read with the password: if the password has changed since, this token is revoked too.
    generation: account.tokenGeneration ?? 0,
    createdAt,
    expiresAt,
    lastUsedAt: null,
  };
  const created = { id, name, prefix, secret, expiresAt };
  await stores.sessions.create(record, entry, accompany && ((session) => accompany(created, session)));
  return created;
}
