import { AppError } from '../../../platform/errors/app-error.js';
import type { Place } from '../../domain/place.js';
import { readNewPasskey, type NewCredential } from '../../domain/passkeys.js';
import { requireRecentSignIn } from '../recent-sign-in.js';
import { addFactor } from './add-factor.js';
import type { FactorDeps } from './factor-change.js';
import { pendingFactor } from './pending-factor.js';
import { requireRelyingParty } from './require-relying-party.js';

/**
 * Adds the passkey that the browser has made, in the session that asked for it.
 * @returns as addFactor
 * @throws AppError recentSignInRequired, secondFactorNotFound, stateForbids; settingsInvalid for a passkey that is not for this
 *   service, was made for another challenge, or did not verify its user
 */
export async function confirmPasskey(
  deps: FactorDeps,
  sessionHash: string,
  { id, credential }: { readonly id: string; readonly credential: NewCredential },
  place: Place,
): Promise<readonly string[] | null> {
  const account = await requireRecentSignIn(deps, sessionHash);
  const at = deps.now();
  const { name, challenge } = pendingFactor(account, 'passkey', { id, sessionHash }, at);
  const key = await readNewPasskey(requireRelyingParty(deps.env), challenge, credential);
  if (key === null)
    throw new AppError('settingsInvalid', {
      details: { errors: [{ path: 'credential', msg: 'is not a passkey that was made for this request' }] },
    });
  const factor = { id, kind: 'passkey' as const, name, ...key, addedAt: at, lastUsedAt: null };
  return addFactor(deps, account, factor, { sessionHash, place });
}
