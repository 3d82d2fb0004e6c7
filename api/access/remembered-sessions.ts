import type { AccessEpoch } from '../../shared/platform/redis/access-epoch.js';
import type { SessionStore } from '../../shared/access/stores/session-store.js';

const LIFETIME_MS = 2000;
const MOST = 10_000;

type Found = NonNullable<Awaited<ReturnType<SessionStore['find']>>>;

interface Remembered {
  readonly found: Found;
  readonly epoch: string;
  readonly until: number;
}

/**
 * Remembers for two seconds who holds a token, so that a caller who asks often costs the database nothing. A revocation
 * counts at once and everywhere: what is remembered holds only while Redis says that nothing has been revoked since,
 * and without Redis nothing is remembered. What an import changes about a user counts within the two seconds.
 */
export function rememberSessions(sessions: SessionStore, accessEpoch: AccessEpoch): SessionStore {
  const remembered = new Map<string, Remembered>();

  function remember(hash: string, entry: Remembered): void {
    remembered.delete(hash);
    remembered.set(hash, entry);
    const [oldest] = remembered.keys();
    if (remembered.size > MOST && oldest !== undefined) remembered.delete(oldest);
  }

  return {
    ...sessions,
    async find(hash, now) {
      // Before the database is asked: a revocation in between is then seen the next time.
      const epoch = await accessEpoch.now();
      const known = remembered.get(hash);
      const holds =
        known?.epoch === epoch && performance.now() < known.until && known.found.token.expiresAt > now;
      if (holds) return known.found;
      const found = await sessions.find(hash, now);
      if (found && epoch !== null) remember(hash, { found, epoch, until: performance.now() + LIFETIME_MS });
      else remembered.delete(hash);
      return found;
    },
    async revoke(hash) {
      const revoked = await sessions.revoke(hash);
      remembered.delete(hash);
      if (revoked) await accessEpoch.change();
      return revoked;
    },
    async touch(hash, at) {
      const known = remembered.get(hash);
      if (known)
        remembered.set(hash, {
          ...known,
          found: { ...known.found, token: { ...known.found.token, lastUsedAt: at } },
        });
      await sessions.touch(hash, at);
    },
  };
}
