import { decryptText, type KeyRing } from '../../platform/values/encrypt.js';
import { sameHash } from '../../platform/values/secrets.js';
import type { StoredFactors } from '../models/second-factor.js';
import { accountName } from './account-entry.js';
import { counterOf, passkeysOf, type Assertion } from './passkeys.js';
import { hashRecoveryCode } from './recovery-codes.js';
import type { RelyingParty } from './relying-party.js';
import { stepOfCode } from './totp.js';

/** What shows the second factor of a person: the code of an app, a recovery code, or what a passkey has signed. */
export type FactorProof =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly assertion: Assertion };

/** What the use of a proof writes, so that it works once. */
export type FactorUse =
  | { readonly kind: 'totp'; readonly id: string; readonly step: number }
  | { readonly kind: 'passkey'; readonly id: string; readonly counter: number }
  | { readonly kind: 'recovery_code'; readonly hash: string };

interface FactorHolder {
  readonly userId: number;
  readonly organisationId: number | null;
  readonly factors: StoredFactors;
}

/** What proofs are checked with. */
export interface ProofCheck {
  readonly keys: KeyRing;
  readonly relyingParty: RelyingParty | null;
  /** What a passkey has to sign; null where none is asked for. */
  readonly challenge: string | null;
}

/** The field in which the secret of a factor is stored, to which its encryption is bound. */
export function factorContext(account: Omit<FactorHolder, 'factors'>, id: string): string {
  return `${accountName(account)}:second_factor:${id}`;
}

/**
 * The factor or recovery code of an account that a proof shows; null when it shows none, or was used before.
 * @throws Error when the key that encrypted a factor was removed
 */
export async function matchProof(
  { keys, relyingParty, challenge }: ProofCheck,
  { factors: { secondFactors = [], recoveryCodes = [] }, ...account }: FactorHolder,
  proof: FactorProof,
  now: Date,
): Promise<FactorUse | null> {
  if ('assertion' in proof) {
    const passkey = passkeysOf(secondFactors).find(({ credentialId }) => credentialId === proof.assertion.id);
    if (passkey === undefined || relyingParty === null || challenge === null) return null;
    const counter = await counterOf(relyingParty, challenge, proof.assertion, passkey);
    return counter === null ? null : { kind: 'passkey', id: passkey.id, counter };
  }
  if ('recoveryCode' in proof) {
    const given = hashRecoveryCode(proof.recoveryCode);
    const hash = recoveryCodes.find((stored) => sameHash(stored, given));
    return hash === undefined ? null : { kind: 'recovery_code', hash };
  }
  for (const factor of secondFactors) {
    if (factor.kind !== 'totp') continue;
    const { id, secret, lastStep } = factor;
    const step = stepOfCode(decryptText(keys, factorContext(account, id), secret), proof.code, now);
    if (step !== null && step > lastStep) return { kind: 'totp', id, step };
  }
  return null;
}
