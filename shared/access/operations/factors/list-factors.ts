import { AppError } from '../../../platform/errors/app-error.js';
import type { AccessDeps } from '../../deps.js';
import type { SecondFactorRecord } from '../../models/second-factor.js';

/** The second factors of an account, without their secrets. */
export interface OwnFactors {
  readonly factors: readonly Pick<SecondFactorRecord, 'id' | 'kind' | 'name' | 'addedAt' | 'lastUsedAt'>[];
  readonly recoveryCodesLeft: number;
}

/** The factors of the account of a token or session. @throws AppError unauthenticated when it has ended meanwhile */
export async function listFactors(
  { stores, now }: Pick<AccessDeps, 'stores' | 'now'>,
  sessionHash: string,
): Promise<OwnFactors> {
  const found = await stores.sessions.find(sessionHash, now());
  if (!found) throw new AppError('unauthenticated');
  const { secondFactors = [], recoveryCodes = [] } = found.user;
  return { factors: secondFactors, recoveryCodesLeft: recoveryCodes.length };
}
