import { randomBytes } from 'node:crypto';

const ID_BYTES = 12;

/** For how long a set-up may take. */
export const PENDING_MS = 10 * 60_000;

/** What the set-ups of all kinds of factors begin with. */
export function newPending(name: string, sessionHash: string, now: Date) {
  const id = randomBytes(ID_BYTES).toString('hex');
  return { id, name, sessionHash, expiresAt: new Date(now.getTime() + PENDING_MS) };
}
