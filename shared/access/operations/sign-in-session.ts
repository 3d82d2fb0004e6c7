import { AppError } from '../../platform/errors/app-error.js';
import { hashToken } from '../../platform/values/secrets.js';
import type { FactorProof } from '../domain/factor-proof.js';
import { allowsPassword, hasSecondFactor } from '../domain/sign-in-rules.js';
import type { SignInPlace } from '../models/access-token.js';
import type { MailRecord } from '../models/mail.js';
import type { SignInChallengeRecord } from '../models/sign-in-challenge.js';
import { holderOf, isUser, type Account } from '../stores/account.js';
import { proveFactor, type ProvenFactor } from './factors/prove-factor.js';
import { newAccountMail } from './links/account-mail.js';
import { openSession, type NewCredential } from './open-session.js';
import { namedByPasskey, passkeyHolder } from './factors/passkey-holder.js';
import { checkPassword, ownAuthor, type SignIn, type SignInDeps } from './sign-in.js';
import { newChallenge, type NewChallenge } from './sign-in-challenge.js';

/** A browser that signs in, and the request that it sends. */
export interface SigningBrowser {
  readonly from: SignInPlace;
  readonly requestId: string;
  /** The id of the browser, if the account with this email has signed in there before. */
  readonly browserIdOf: (email: string) => string | null;
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
  const { account } = await checkPassword(
    deps,
    { ...credentials, browserId },
    { requestId: browser.requestId, address: browser.from.address },
  );
  if (!hasSecondFactor(account)) return { session: await open(deps, account, browser, null) };
  return { challenge: await newChallenge(deps, account) };
}

/** The second step, and the secret in the cookie of the browser that made the first one; null without it. */
export interface SecondStep {
  readonly challenge: string;
  readonly browserHash: string | null;
  readonly proof: FactorProof;
}

/**
 * Opens the session of a sign-in whose second factor was awaited, or of one with a passkey alone. A challenge ends with it,
 * after five wrong proofs, and when the tokens of its account are revoked.
 * @throws AppError unauthenticated, signInLocked
 */
export async function completeSignIn(
  deps: SignInDeps,
  { challenge: id, browserHash, proof }: SecondStep,
  browser: SigningBrowser,
): Promise<SignedInBrowser> {
  const { stores, now } = deps;
  const named = namedByPasskey(proof);
  const found = browserHash && (await stores.challenges.attempt(hashToken(id), browserHash, now(), named));
  if (!found) throw challengeEnded();
  const { challenge } = found;
  const { account, factorGuard } =
    challenge.userId === null
      ? await passkeyHolder(deps, found.account, proof, browser)
      : { account: awaited(found.account, challenge), factorGuard: deps.factorGuard };
  const place = { requestId: browser.requestId, address: browser.from.address, challenge: id };
  const proven = await proveFactor({ ...deps, factorGuard }, account, proof, place);
  const rules = await stores.organisationRules.signInRules(holderOf(account).organisationId);
  if (!allowsPassword(rules, account._id)) throw challengeEnded();
  return open(deps, account, browser, {
    ...proven,
    async use(session) {
      if (!(await stores.challenges.take(challenge, session))) throw challengeEnded();
      await proven.use(session);
    },
  });
}

/** The account of a challenge, as it was when its password was checked. @throws AppError unauthenticated */
function awaited(account: Account | null, { generation }: SignInChallengeRecord): Account {
  const isAsThen = account && (account.tokenGeneration ?? 0) === generation && !account.disabledAt;
  if (!isAsThen || !hasSecondFactor(account)) throw challengeEnded();
  return account;
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
    author: ownAuthor(account, { requestId, address: from.address }),
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
export async function newBrowserMail(
  deps: Pick<SignInDeps, 'stores' | 'env' | 'now'>,
  account: Account,
  { address }: SignInPlace,
): Promise<MailRecord | null> {
  const isFirst = isUser(account) && account.lastSignInAt === undefined;
  return isFirst ? null : newAccountMail(deps, account, 'new_browser', { client: address });
}

function challengeEnded(): AppError {
  return new AppError('unauthenticated', { text: 'This sign-in has ended. Start again' });
}
