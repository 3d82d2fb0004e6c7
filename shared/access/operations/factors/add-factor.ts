import { AppError } from '../../../platform/errors/app-error.js';
import type { Place } from '../../domain/place.js';
import { hashRecoveryCode, newRecoveryCodes } from '../../domain/recovery-codes.js';
import { hasSecondFactor } from '../../domain/sign-in-rules.js';
import type { FactorKind, SecondFactorRecord } from '../../models/second-factor.js';
import { holderOf, type Account } from '../../stores/account.js';
import { ownAuthor } from '../sign-in.js';
import { factorChange, type FactorDeps } from './factor-change.js';

const MAILS = { totp: 'factor_added', passkey: 'passkey_added' } as const satisfies Record<
  FactorKind,
  string
>;

/** The session and the request in which a factor is added. */
export interface Adding {
  readonly sessionHash: string;
  readonly place: Place;
}

/**
 * Adds a factor whose set-up has been proven. The first factor of an account ends its other sessions, which were opened
 * without it.
 * @returns the recovery codes of the first factor, shown once; null for a further one
 * @throws AppError secondFactorNotFound when the set-up has ended meanwhile; stateForbids
 */
export async function addFactor(
  deps: FactorDeps,
  account: Account,
  factor: SecondFactorRecord,
  { sessionHash, place }: Adding,
): Promise<readonly string[] | null> {
  const { id, kind, name } = factor;
  const isFirst = !hasSecondFactor(account);
  const codes = isFirst ? newRecoveryCodes() : null;
  const change = await factorChange(deps, account, {
    action: 'second_factor.added',
    mail: MAILS[kind],
    shown: { id, kind, name },
    author: ownAuthor(account, place),
  });
  const by = isFirst ? { ...change, endsSessionsBut: sessionHash } : change;
  const isAdded = await deps.stores.factors.add(
    holderOf(account),
    factor,
    codes?.map(hashRecoveryCode) ?? null,
    by,
  );
  if (!isAdded) throw new AppError('secondFactorNotFound');
  await deps.accessEpoch.change();
  return codes;
}
