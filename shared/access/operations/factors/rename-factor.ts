import { AppError } from '../../../platform/errors/app-error.js';
import type { Place } from '../../domain/place.js';
import { holderOf } from '../../stores/account.js';
import { requireRecentSignIn } from '../recent-sign-in.js';
import { ownAuthor } from '../sign-in.js';
import type { FactorDeps } from './factor-change.js';
import type { OwnFactors } from './list-factors.js';

const MAX_TRIES = 10;

/**
 * Gives a second factor of the account of a session another name.
 * @throws AppError recentSignInRequired, secondFactorNotFound; overloaded when all tries fail
 */
export async function renameFactor(
  deps: FactorDeps,
  sessionHash: string,
  { id, name }: { readonly id: string; readonly name: string },
  place: Place,
): Promise<OwnFactors['factors'][number]> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const account = await requireRecentSignIn(deps, sessionHash);
    const read = account.secondFactors?.find((factor) => factor.id === id);
    if (!read) throw new AppError('secondFactorNotFound');
    if (read.name === name) return read;
    const { kind } = read;
    const isRenamed = await deps.stores.factors.rename(holderOf(account), read, name, {
      action: 'second_factor.renamed',
      before: { id, kind, name: read.name },
      shown: { id, kind, name },
      author: ownAuthor(account, place),
      at: deps.now(),
    });
    // Cached sessions have the account as it was.
    await deps.accessEpoch.change();
    if (isRenamed) return { ...read, name };
  }
  throw new AppError('overloaded');
}
