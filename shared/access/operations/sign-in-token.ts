import { AppError } from '../../platform/errors/app-error.js';
import { hasSecondFactor } from '../domain/sign-in-rules.js';
import type { FactorProof } from '../domain/factor-proof.js';
import { lacksFactor } from './factors/lacks-factor.js';
import { proveFactor, type ProofPlace } from './factors/prove-factor.js';
import { openSession, type NewCredential } from './open-session.js';
import type { AskedToken } from './create-own-token.js';
import { checkPassword, ownAuthor, type SignIn, type SignInDeps } from './sign-in.js';

/** A sign-in for a token; the proof is needed from accounts with a second factor. */
interface TokenSignIn extends SignIn {
  readonly asked: AskedToken;
  readonly proof: FactorProof | null;
}

/**
 * Creates an access token for an email, a password and, where the account has one, a second factor.
 * @throws AppError unauthenticated, signInLocked, tooManyOpen; secondFactorRequired without a proof of the factor;
 *   secondFactorMissing when the user must have a factor and has none
 */
export async function signInForToken(
  deps: SignInDeps,
  { asked: { name, limits, expiresAt }, proof, ...credentials }: TokenSignIn,
  place: ProofPlace,
): Promise<NewCredential> {
  const { stores, env, now } = deps;
  const { account, rules } = await checkPassword(deps, credentials, place);
  if (lacksFactor(account, rules, env)) throw new AppError('secondFactorMissing');
  const isProofNeeded = hasSecondFactor(account);
  if (isProofNeeded && proof === null) throw new AppError('secondFactorRequired');
  const proven = isProofNeeded && proof ? await proveFactor(deps, account, proof, place) : null;
  return openSession(deps, 'token', account, name, {
    author: ownAuthor(account, place),
    limits,
    expiresAt,
    ...(proven ? { factor: proven.kind } : {}),
    accompany: async (_created, session) => {
      await proven?.use(session);
      if (!(await stores.sessions.recordSignIn(account, now(), session)))
        throw new AppError('secondFactorRequired');
    },
  });
}
