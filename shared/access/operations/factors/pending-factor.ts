import { AppError } from '../../../platform/errors/app-error.js';
import type { FactorKind, PendingFactorRecord } from '../../models/second-factor.js';
import type { Account } from '../../stores/account.js';

/** Names a set-up, and the session that ends it. */
export interface SetUp {
  readonly id: string;
  readonly sessionHash: string;
}

/**
 * The factor of this kind whose set-up a session has begun last.
 * @throws AppError secondFactorNotFound
 */
export function pendingFactor<Kind extends FactorKind>(
  { pendingFactor: pending }: Account,
  kind: Kind,
  { id, sessionHash }: SetUp,
  now: Date,
): Extract<PendingFactorRecord, { kind: Kind }> {
  const isMeant = pending?.id === id && pending.sessionHash === sessionHash && pending.expiresAt > now;
  if (!isMeant || pending.kind !== kind) throw new AppError('secondFactorNotFound');
  return pending as Extract<PendingFactorRecord, { kind: Kind }>;
}
