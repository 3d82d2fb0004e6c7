import { newToken } from '../../../platform/values/secrets.js';
import { requireRoomFor } from '../../domain/factor-room.js';
import { passkeyHandle } from '../../domain/passkey-handle.js';
import { creationOptions, passkeysOf, type CreationOptions } from '../../domain/passkeys.js';
import { holderOf } from '../../stores/account.js';
import { requireRecentSignIn } from '../recent-sign-in.js';
import type { FactorDeps } from './factor-change.js';
import { newPending, PENDING_MS } from './new-pending.js';
import { requireRelyingParty } from './require-relying-party.js';

/** A passkey that the browser is asked to make. */
export interface NewPasskey {
  readonly id: string;
  readonly options: CreationOptions;
  readonly expiresAt: Date;
}

/**
 * Begins the set-up of a passkey, in the place of one that was begun before.
 * @throws AppError recentSignInRequired; stateForbids for an account with as many passkeys as it may have, and without a
 *   relying party
 */
export async function beginPasskey(
  { stores, env, now, accessEpoch }: FactorDeps,
  sessionHash: string,
  name: string,
): Promise<NewPasskey> {
  const account = await requireRecentSignIn({ stores, now }, sessionHash);
  const relyingParty = requireRelyingParty(env);
  requireRoomFor(account.secondFactors, 'passkey');
  const holder = holderOf(account);
  const pending = newPending(name, sessionHash, now());
  const challenge = newToken();
  await stores.factors.begin(holder, { ...pending, kind: 'passkey', challenge });
  // Cached sessions have the account as it was.
  await accessEpoch.change();
  const asked = { challenge, timeoutMs: PENDING_MS };
  const options = await creationOptions(relyingParty, asked, {
    handle: passkeyHandle(holder),
    email: account.email,
    passkeys: passkeysOf(account.secondFactors),
  });
  return { id: pending.id, options, expiresAt: pending.expiresAt };
}
