import { AppError } from '../../../platform/errors/app-error.js';
import { decryptText } from '../../../platform/values/encrypt.js';
import type { Place } from '../../domain/place.js';
import { factorContext } from '../../domain/factor-proof.js';
import { stepOfCode } from '../../domain/totp.js';
import { holderOf } from '../../stores/account.js';
import { requireRecentSignIn } from '../recent-sign-in.js';
import { addFactor } from './add-factor.js';
import type { FactorDeps } from './factor-change.js';
import { pendingFactor } from './pending-factor.js';

/**
 * Adds the authenticator app whose set-up was begun, with its first code.
 * @returns as addFactor
 * @throws AppError recentSignInRequired, secondFactorNotFound, stateForbids; settingsInvalid for a wrong code
 */
export async function confirmTotp(
  deps: FactorDeps,
  sessionHash: string,
  { id, code }: { readonly id: string; readonly code: string },
  place: Place,
): Promise<readonly string[] | null> {
  const account = await requireRecentSignIn(deps, sessionHash);
  const at = deps.now();
  const { name, secret } = pendingFactor(account, 'totp', { id, sessionHash }, at);
  const context = factorContext(holderOf(account), id);
  const lastStep = stepOfCode(decryptText(deps.env.encryptionKeys, context, secret), code, at);
  if (lastStep === null)
    throw new AppError('settingsInvalid', {
      details: { errors: [{ path: 'code', msg: 'is not the code that the app shows now' }] },
    });
  const factor = { id, kind: 'totp' as const, name, secret, lastStep, addedAt: at, lastUsedAt: at };
  return addFactor(deps, account, factor, { sessionHash, place });
}
