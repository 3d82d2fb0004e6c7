import { encryptText } from '../../../platform/values/encrypt.js';
import { factorContext } from '../../domain/factor-proof.js';
import { requireRoomFor } from '../../domain/factor-room.js';
import { newTotpSecret, totpUri } from '../../domain/totp.js';
import { holderOf } from '../../stores/account.js';
import { requireRecentSignIn } from '../recent-sign-in.js';
import type { FactorDeps } from './factor-change.js';
import { newPending } from './new-pending.js';

/** An authenticator app whose first code is awaited. */
export interface NewTotp {
  readonly id: string;
  /** In base32. */
  readonly secret: string;
  /** The secret as the URI that apps read from a QR code. */
  readonly uri: string;
  readonly expiresAt: Date;
}

/**
 * Begins the set-up of an authenticator app, in the place of one that was begun before.
 * @throws AppError recentSignInRequired; stateForbids for an account with as many apps as it may have
 */
export async function beginTotp(
  { stores, env, now, accessEpoch }: FactorDeps,
  sessionHash: string,
  name: string,
): Promise<NewTotp> {
  const account = await requireRecentSignIn({ stores, now }, sessionHash);
  requireRoomFor(account.secondFactors, 'totp');
  const holder = holderOf(account);
  const pending = newPending(name, sessionHash, now());
  const { id, expiresAt } = pending;
  const secret = newTotpSecret();
  const sealed = encryptText(env.encryptionKeys, factorContext(holder, id), secret);
  await stores.factors.begin(holder, { ...pending, kind: 'totp', secret: sealed });
  // Cached sessions have the account as it was.
  await accessEpoch.change();
  return { id, secret, uri: totpUri(secret, account.email), expiresAt };
}
