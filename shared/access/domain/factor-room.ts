import { AppError } from '../../platform/errors/app-error.js';
import type { FactorKind, SecondFactorRecord } from '../models/second-factor.js';

const MOST = 10;
const NAMES: Readonly<Record<FactorKind, string>> = { totp: 'authenticator apps', passkey: 'passkeys' };

/** @throws AppError stateForbids for an account with as many factors of a kind as it may have */
export function requireRoomFor(factors: readonly SecondFactorRecord[] = [], kind: FactorKind): void {
  if (factors.filter((factor) => factor.kind === kind).length < MOST) return;
  throw new AppError('stateForbids', {
    text: `You have ${MOST} ${NAMES[kind]}, which is the most; remove one`,
  });
}
