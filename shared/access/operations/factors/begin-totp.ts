import { randomBytes } from 'node:crypto';
import { AppError } from '../../../platform/errors/app-error.js';
import { encryptText } from '../../../platform/values/encrypt.js';
import { factorContext } from '../../domain/factor-proof.js';
import { newTotpSecret, totpUri } from '../../domain/totp.js';
import { MAX_FACTORS } from '../../stores/factor-store.js';
import { holderOf } from '../../stores/account.js';
import { requireRecentSignIn } from '../recent-sign-in.js';
import type { FactorDeps } from './factor-change.js';

const PENDING_MS = 10 * 60_000;
const ID_BYTES = 12;

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
 * @throws AppError recentSignInRequired; stateForbids for an account with as many factors as it may have
 */
export async function beginTotp(
  { stores, env, now, accessEpoch }: FactorDeps,
  sessionHash: string,
  name: string,
): Promise<NewTotp> {
  const account = await requireRecentSignIn({ stores, now }, sessionHash);
  const holder = holderOf(account);
  const id = randomBytes(ID_BYTES).toString('hex');
  const secret = newTotpSecret();
  const expiresAt = new Date(now().getTime() + PENDING_MS);
  const sealed = encryptText(env.encryptionKeys, factorContext(holder, id), secret);
  if (!(await stores.factors.begin(holder, { id, name, secret: sealed, expiresAt })))
    throw new AppError('stateForbids', {
      text: `You have ${MAX_FACTORS} second factors, which is the most; remove one`,
    });
  // Cached sessions have the account as it was.
  await accessEpoch.change();
  return { id, secret, uri: totpUri(secret, account.email), expiresAt };
}
