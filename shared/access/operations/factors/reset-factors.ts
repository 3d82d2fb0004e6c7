import { authorOf, type Caller } from '../../domain/access.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { Author } from '../../../audit/domain/audit-entry.js';
import type { AccompanyDeletion } from '../../../platform/mongo/transaction.js';
import { holderOf, isUser, type Account } from '../../stores/account.js';
import { findUser } from '../users/find-user.js';
import { factorChange, type FactorDeps } from './factor-change.js';

/**
 * Removes all second factors and recovery codes of a user with a role below super_admin, for a super_admin; the sessions of
 * the user end, and the user is mailed.
 * @throws AppError forbidden, userNotFound; stateForbids for a user without a factor
 */
export async function resetUserFactors(
  deps: FactorDeps,
  caller: Caller,
  userId: number,
  accompany: AccompanyDeletion,
): Promise<void> {
  if (caller.role !== 'super_admin') throw new AppError('forbidden');
  const user = await findUser(deps, caller, userId);
  if (user.role === 'super_admin') throw new AppError('forbidden');
  await resetFactors(deps, user, authorOf(caller), accompany);
}

/** The same for any account, without a caller's rights. @throws AppError stateForbids for an account without a factor */
export async function resetFactors(
  deps: Omit<FactorDeps, 'accessEpoch'> & Partial<Pick<FactorDeps, 'accessEpoch'>>,
  account: Account,
  author: Author,
  accompany?: AccompanyDeletion,
): Promise<void> {
  const change = await factorChange(deps, account, {
    action: 'second_factors.reset',
    mail: 'factors_reset',
    author,
  });
  // A user who has got another role since it was read is left as it is.
  const roles = isUser(account) ? { roles: [account.role] } : {};
  const isReset = await deps.stores.factors.reset(
    { ...holderOf(account), ...roles },
    {
      ...change,
      endsSessionsBut: null,
      async accompany(session) {
        await change.accompany(session);
        await accompany?.(session);
      },
    },
  );
  if (!isReset) throw new AppError('stateForbids', { text: 'There is no second factor' });
  await deps.accessEpoch?.change();
}
