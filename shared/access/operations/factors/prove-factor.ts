import type { ClientSession } from 'mongoose';
import { AppError } from '../../../platform/errors/app-error.js';
import { hashToken } from '../../../platform/values/secrets.js';
import type { AccessDeps } from '../../deps.js';
import { accountName } from '../../domain/account-entry.js';
import { relyingPartyOf } from '../../domain/relying-party.js';
import { matchProof, type FactorProof, type FactorUse } from '../../domain/factor-proof.js';
import { holderOf, type Account } from '../../stores/account.js';
import { newAccountMail } from '../links/account-mail.js';

/** Counts wrong codes of an account across all processes. */
export interface FactorGuard {
  /**
   * Counts an attempt as failed; the returned function reverts that.
   * @param account the hash of its email
   * @throws AppError signInLocked when the account has failed too often
   */
  attempt(account: string): Promise<() => Promise<void>>;
}

export type ProveDeps = Pick<AccessDeps, 'stores' | 'env' | 'now'> & { readonly factorGuard: FactorGuard };

/** Where a factor was proven. */
export interface ProofPlace {
  readonly requestId: string | null;
  /** The address of the client. */
  readonly address: string;
  /** What a passkey has to sign; without one, none is accepted. */
  readonly challenge?: string;
}

export interface ProvenFactor {
  readonly kind: FactorUse['kind'];
  /** Uses the proof up, in the transaction of what it allows. @throws AppError unauthenticated when it was used meanwhile */
  readonly use: (session: ClientSession) => Promise<void>;
}

/**
 * Checks the proof of a second factor, or a recovery code, of an account. A wrong one is in the audit log; the user is mailed
 * of the use of a recovery code.
 * @throws AppError unauthenticated, signInLocked
 */
export async function proveFactor(
  deps: ProveDeps,
  account: Account,
  proof: FactorProof,
  { requestId, address, challenge }: ProofPlace,
): Promise<ProvenFactor> {
  const { stores, env, now, factorGuard } = deps;
  const holder = holderOf(account);
  const name = accountName(holder);
  const forgive = await factorGuard.attempt(hashToken(account.email));
  const at = now();
  const check = {
    keys: env.encryptionKeys,
    relyingParty: relyingPartyOf(env.publicUrl),
    challenge: challenge ?? null,
  };
  const use = await matchProof(check, { ...holder, factors: account }, proof, at);
  if (use === null) {
    await stores.factors.recordFailure(holder, { actor: name, requestId }, at, address);
    throw wrongProof(proof);
  }
  await forgive();
  const mail =
    use.kind === 'recovery_code' ? await newAccountMail(deps, account, 'recovery_code_used') : null;
  return {
    kind: use.kind,
    async use(session) {
      if (!(await stores.factors.use(holder, use, at, session))) throw wrongProof(proof);
      if (mail !== null) await stores.mails.put(mail, session);
    },
  };
}

export function wrongProof(proof: FactorProof): AppError {
  const text =
    'assertion' in proof ? 'The passkey was not accepted' : 'The code is wrong, or was used before';
  return new AppError('unauthenticated', { text });
}
