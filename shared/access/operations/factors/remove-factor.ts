import { AppError } from '../../../platform/errors/app-error.js';
import type { Place } from '../../domain/place.js';
import { holderOf } from '../../stores/account.js';
import { requireRecentSignIn } from '../recent-sign-in.js';
import { ownAuthor } from '../sign-in.js';
import { factorChange, type FactorDeps } from './factor-change.js';

/**
 * Removes a second factor of the account of a session; the recovery codes go with the last one.
 * @throws AppError recentSignInRequired, secondFactorNotFound
 */
export async function removeFactor(
  deps: FactorDeps,
  sessionHash: string,
  id: string,
  place: Place,
): Promise<void> {
  const account = await requireRecentSignIn(deps, sessionHash);
  const removed = account.secondFactors?.find((factor) => factor.id === id);
  if (!removed) throw new AppError('secondFactorNotFound');
  const by = await factorChange(deps, account, {
    action: 'second_factor.removed',
    mail: 'factor_removed',
    shown: { id, kind: removed.kind, name: removed.name },
    author: ownAuthor(account, place),
  });
  if (!(await deps.stores.factors.remove(holderOf(account), id, by)))
    throw new AppError('secondFactorNotFound');
  await deps.accessEpoch.change();
}
