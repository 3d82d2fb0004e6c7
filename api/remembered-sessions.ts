import { randomUUID } from 'node:crypto';
import type { RedisClient } from '../shared/connections/redis.js';
import type { SessionStore } from '../shared/stores/session-store.js';

/** Changes with every revocation, by whichever process. */
const EPOCH = 'airfleet:access-epoch';
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
export function rememberSessions(sessions: SessionStore, redis: RedisClient): SessionStore {
  const remembered = new Map<string, Remembered>();

  /** Null when it is not known. One round trip to Redis, two where there is none yet. */
  async function epochNow(): Promise<string | null> {
    try {
      return (await redis.get(EPOCH)) ?? (await begin());
    } catch {
      return null;
    }
  }

  /** The first one, or the first since Redis was lost; null when somebody else was faster. */
  async function begin(): Promise<string | null> {
    const first = randomUUID();
    return (await redis.set(EPOCH, first, 'NX')) === 'OK' ? first : null;
  }

  /** A Redis that is full still forgets. Who cannot reach it at all leaves the others to their two seconds. */
  async function end(): Promise<void> {
    await redis
      .set(EPOCH, randomUUID())
      .catch(() => redis.del(EPOCH))
      .catch(() => undefined);
  }

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
      const epoch = await epochNow();
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
      if (revoked) await end();
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
