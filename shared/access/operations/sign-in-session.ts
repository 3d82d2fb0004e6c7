import { AppError } from '../../platform/errors/app-error.js';
import { hashToken, newToken } from '../../platform/values/secrets.js';
import type { FactorProof } from '../domain/factor-proof.js';
import { hasSecondFactor } from '../domain/sign-in-rules.js';
import type { SignInPlace } from '../models/access-token.js';
import type { MailRecord } from '../models/mail.js';
import { holderOf, isUser, type Account } from '../stores/account.js';
import { proveFactor, type ProvenFactor } from './factors/prove-factor.js';
import { newAccountMail } from './links/account-mail.js';
import { openSession, type NewCredential } from './open-session.js';
import { checkPassword, ownAuthor, type SignIn, type SignInDeps } from './sign-in.js';

const CHALLENGE_MS = 5 * 60_000;

/** A browser that signs in, and the request that it sends. */
export interface SigningBrowser {
  readonly from: SignInPlace;
  readonly requestId: string;
  /** The id of the browser, if the account with this email has signed in there before. */
  readonly browserIdOf: (email: string) => string | null;
}

/** What a browser needs for the second step of a sign-in; the secret goes into a cookie. */
export interface NewChallenge {
  readonly id: string;
  readonly secret: string;
  readonly expiresAt: Date;
}

/** A new session, and the email of its account. */
export type SignedInBrowser = NewCredential & { readonly email: string };

/**
 * Signs in a browser with an email and a password: opens a session of a day, or asks for the second factor of an account that
 * has one.
 * @throws AppError unauthenticated, signInLocked, overloaded
 */
export async function signInBrowser(
  deps: SignInDeps,
  credentials: Omit<SignIn, 'browserId'>,
  browser: SigningBrowser,
): Promise<{ readonly session: SignedInBrowser } | { readonly challenge: NewChallenge }> {
  const browserId = browser.browserIdOf(credentials.email);
  const account = await checkPassword(
    deps,
    { ...credentials, browserId },
    { requestId: browser.requestId, address: browser.from.address },
  );
  if (!hasSecondFactor(account)) return { session: await open(deps, account, browser, null) };
  const [id, secret, createdAt] = [newToken(), newToken(), deps.now()];
  const expiresAt = new Date(createdAt.getTime() + CHALLENGE_MS);
  await deps.stores.challenges.create({
    _id: hashToken(id),
    browserHash: hashToken(secret),
    ...holderOf(account),
    generation: account.tokenGeneration ?? 0,
    tries: 0,
    createdAt,
    expiresAt,
  });
  return { challenge: { id, secret, expiresAt } };
}

/** The second step, and the secret in the cookie of the browser that made the first one; null without it. */
export interface SecondStep {
  readonly challenge: string;
  readonly browserHash: string | null;
  readonly proof: FactorProof;
}

/**
 * Opens the session of a sign-in whose second factor was awaited. A challenge ends with it, after five wrong codes, and when
 * the tokens of its account are revoked.
 * @throws AppError unauthenticated, signInLocked
 */
export async function completeSignIn(
  deps: SignInDeps,
  { challenge: id, browserHash, proof }: SecondStep,
  browser: SigningBrowser,
): Promise<SignedInBrowser> {
  const { stores, now } = deps;
  const found = browserHash && (await stores.challenges.attempt(hashToken(id), browserHash, now()));
  if (!found) throw challengeEnded();
  const { challenge, account } = found;
  const isAsThen = (account.tokenGeneration ?? 0) === challenge.generation && !account.disabledAt;
  if (!isAsThen || !hasSecondFactor(account)) throw challengeEnded();
  const { requestId, from } = browser;
  const proven = await proveFactor(deps, account, proof, { requestId, address: from.address });
  return open(deps, account, browser, {
    ...proven,
    async use(session) {
      if (!(await stores.challenges.take(challenge, session))) throw challengeEnded();
      await proven.use(session);
    },
  });
}

async function open(
  deps: SignInDeps,
  account: Account,
  { from, requestId, browserIdOf }: SigningBrowser,
  proven: ProvenFactor | null,
): Promise<SignedInBrowser> {
  const { stores, now } = deps;
  const { email } = account;
  const mail = browserIdOf(email) === null ? await newBrowserMail(deps, account, from) : null;
  const session = await openSession(deps, 'session', account, null, {
    author: ownAuthor(account, requestId),
    from,
    ...(proven ? { factor: proven.kind } : {}),
    accompany: async (_created, transaction) => {
      await proven?.use(transaction);
      if (!(await stores.sessions.recordSignIn(account, now(), transaction))) throw challengeEnded();
      if (mail !== null) await stores.mails.put(mail, transaction);
    },
  });
  return { ...session, email };
}

/** Tells a user of a sign-in in a browser that does not know the account; null for its first sign-in. */
async function newBrowserMail(
  deps: SignInDeps,
  account: Account,
  { address }: SignInPlace,
): Promise<MailRecord | null> {
  const isFirst = isUser(account) && account.lastSignInAt === undefined;
  return isFirst ? null : newAccountMail(deps, account, 'new_browser', { client: address });
}

function challengeEnded(): AppError {
  return new AppError('unauthenticated', { text: 'This sign-in has ended. Enter your password again' });
}
