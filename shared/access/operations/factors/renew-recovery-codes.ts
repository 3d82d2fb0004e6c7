import { AppError } from '../../../platform/errors/app-error.js';
import type { Place } from '../../domain/place.js';
import { hashRecoveryCode, newRecoveryCodes } from '../../domain/recovery-codes.js';
import { holderOf } from '../../stores/account.js';
import { requireRecentSignIn } from '../recent-sign-in.js';
import { ownAuthor } from '../sign-in.js';
import { factorChange, type FactorDeps } from './factor-change.js';

/**
 * Replaces the recovery codes of the account of a session.
 * @returns the new codes, shown once
 * @throws AppError recentSignInRequired; stateForbids for an account without a second factor
 */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  sessionHash: string,
  place: Place,
): Promise<readonly string[]> {
  const account = await requireRecentSignIn(deps, sessionHash);
  const codes = newRecoveryCodes();
  const by = await factorChange(deps, account, {
    action: 'recovery_codes.renewed',
    mail: 'recovery_codes_renewed',
    author: ownAuthor(account, place),
  });
  if (!(await deps.stores.factors.renewCodes(holderOf(account), codes.map(hashRecoveryCode), by)))
    throw new AppError('stateForbids', { text: 'Set up a second factor first' });
  await deps.accessEpoch.change();
  return codes;
}
