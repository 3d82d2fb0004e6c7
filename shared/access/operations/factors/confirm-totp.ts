import { AppError } from '../../../platform/errors/app-error.js';
import { decryptText } from '../../../platform/values/encrypt.js';
import { factorContext } from '../../domain/factor-proof.js';
import { newRecoveryCodes, hashRecoveryCode } from '../../domain/recovery-codes.js';
import { hasSecondFactor } from '../../domain/sign-in-rules.js';
import { stepOfCode } from '../../domain/totp.js';
import { holderOf } from '../../stores/account.js';
import { requireRecentSignIn } from '../recent-sign-in.js';
import { ownAuthor } from '../sign-in.js';
import { factorChange, type FactorDeps } from './factor-change.js';

/**
 * Adds the authenticator app whose set-up was begun, with its first code. The first factor of an account ends its other
 * sessions, which were opened without it.
 * @returns the recovery codes of the first factor, shown once; null for a further one
 * @throws AppError recentSignInRequired, secondFactorNotFound; settingsInvalid for a wrong code
 */
export async function confirmTotp(
  deps: FactorDeps,
  sessionHash: string,
  { id, code }: { readonly id: string; readonly code: string },
  requestId: string,
): Promise<readonly string[] | null> {
  const { stores, env, now, accessEpoch } = deps;
  const account = await requireRecentSignIn(deps, sessionHash);
  const holder = holderOf(account);
  const at = now();
  const pending = account.pendingFactor;
  if (pending?.id !== id || pending.expiresAt <= at) throw new AppError('secondFactorNotFound');
  const secret = decryptText(env.encryptionKeys, factorContext(holder, id), pending.secret);
  const lastStep = stepOfCode(secret, code, at);
  if (lastStep === null)
    throw new AppError('settingsInvalid', {
      details: { errors: [{ path: 'code', msg: 'is not the code that the app shows now' }] },
    });
  const { name } = pending;
  const factor = {
    id,
    kind: 'totp' as const,
    name,
    secret: pending.secret,
    lastStep,
    addedAt: at,
    lastUsedAt: at,
  };
  const isFirst = !hasSecondFactor(account);
  const codes = isFirst ? newRecoveryCodes() : null;
  const change = await factorChange(deps, account, {
    action: 'second_factor.added',
    mail: 'factor_added',
    shown: { id, kind: factor.kind, name },
    author: ownAuthor(account, requestId),
  });
  const by = isFirst ? { ...change, endsSessionsBut: sessionHash } : change;
  if (!(await stores.factors.add(holder, factor, codes?.map(hashRecoveryCode) ?? null, by)))
    throw new AppError('secondFactorNotFound');
  await accessEpoch.change();
  return codes;
}
