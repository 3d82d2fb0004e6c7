import { decryptText, type KeyRing } from '../../platform/values/encrypt.js';
import { sameHash } from '../../platform/values/secrets.js';
import type { StoredFactors } from '../models/second-factor.js';
import { accountName } from './account-entry.js';
import { hashRecoveryCode } from './recovery-codes.js';
import { stepOfCode } from './totp.js';

/** What a person enters as the second factor: the code of an app, or a recovery code. */
export type FactorProof = { readonly code: string } | { readonly recoveryCode: string };

/** What the use of a proof writes, so that it works once. */
export type FactorUse =
  | { readonly kind: 'totp'; readonly id: string; readonly step: number }
  | { readonly kind: 'recovery_code'; readonly hash: string };

interface FactorHolder {
  readonly userId: number;
  readonly organisationId: number | null;
  readonly factors: StoredFactors;
}

/** The field in which the secret of a factor is stored, to which its encryption is bound. */
export function factorContext(account: Omit<FactorHolder, 'factors'>, id: string): string {
  return `${accountName(account)}:second_factor:${id}`;
}

/**
 * The factor or recovery code of an account that a proof shows; null when it shows none, or was used before.
 * @throws Error when the key that encrypted a factor was removed
 */
export function matchProof(
  keys: KeyRing,
  { factors: { secondFactors = [], recoveryCodes = [] }, ...account }: FactorHolder,
  proof: FactorProof,
  now: Date,
): FactorUse | null {
  if ('recoveryCode' in proof) {
    const given = hashRecoveryCode(proof.recoveryCode);
    const hash = recoveryCodes.find((stored) => sameHash(stored, given));
    return hash === undefined ? null : { kind: 'recovery_code', hash };
  }
  for (const { id, secret, lastStep } of secondFactors) {
    const step = stepOfCode(decryptText(keys, factorContext(account, id), secret), proof.code, now);
    if (step !== null && step > lastStep) return { kind: 'totp', id, step };
  }
  return null;
}
