import type { AccountId } from '../../domain/account-entry.js';
import type { FactorProof } from '../../domain/factor-proof.js';
import { accountOfHandle } from '../../domain/passkey-handle.js';
import { passkeysOf } from '../../domain/passkeys.js';
import type { Account } from '../../stores/account.js';
import { wrongProof, type FactorGuard } from './prove-factor.js';
import { accountKey, type SignInDeps } from '../sign-in.js';

/** The account that the passkey of a proof says it is of; null for other proofs. */
export function namedByPasskey(proof: FactorProof): AccountId | null {
  return 'assertion' in proof ? accountOfHandle(proof.assertion.response.userHandle ?? '') : null;
}

/**
 * The account of a sign-in with a passkey alone, and what counts its failures: those of passkeys lock an account as those of
 * passwords do, but apart from them. The answers, and the commands of the store, are the same for an account that does not
 * exist, is disabled, or has another passkey.
 * @param account that the passkey names
 * @throws AppError unauthenticated, signInLocked
 */
export async function passkeyHolder(
  { signInGuard }: Pick<SignInDeps, 'signInGuard'>,
  account: Account | null,
  proof: FactorProof,
  { browserIdOf }: { readonly browserIdOf: (email: string) => string | null },
): Promise<{ readonly account: Account; readonly factorGuard: FactorGuard }> {
  const named = 'assertion' in proof && proof.assertion.response.userHandle;
  if (!named) throw wrongProof(proof);
  const key = accountKey(`passkey ${account?.email ?? named}`);
  const browserId = account && browserIdOf(account.email);
  const factorGuard = { attempt: () => signInGuard.attempt(key, browserId) };
  const isHeld = passkeysOf(account?.secondFactors).some(
    ({ credentialId }) => credentialId === proof.assertion.id,
  );
  if (account && isHeld && !account.disabledAt) return { account, factorGuard };
  await factorGuard.attempt();
  throw wrongProof(proof);
}
