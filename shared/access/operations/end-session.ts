import type { AccessDeps } from '../deps.js';
import type { Place } from '../domain/place.js';

/** Revokes a token or a session, given the hash of its secret; null and an unknown hash change nothing. */
export async function endSession(
  { stores, now }: AccessDeps,
  secretHash: string | null,
  place: Place,
): Promise<void> {
  if (secretHash !== null) await stores.sessions.revoke(secretHash, now(), place);
}
