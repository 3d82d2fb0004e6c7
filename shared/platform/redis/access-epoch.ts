import { randomUUID } from 'node:crypto';
import type { RedisClient } from './redis.js';

const EPOCH = 'airfleet:access-epoch';

/**
 * A word in Redis that changes with every revocation, by whichever process: what a process remembers about callers
 * holds only while the word stays the same.
 */
export interface AccessEpoch {
  /** Null when it is unknown. One round trip to Redis, two when there is no word yet. */
  now(): Promise<string | null>;
  /** Makes every process forget; whether Redis took it. */
  change(): Promise<boolean>;
}

export function createAccessEpoch(redis: RedisClient): AccessEpoch {
  /** The first word, or the first since Redis was lost; null when another process was faster. */
  async function begin(): Promise<string | null> {
    const first = randomUUID();
    return (await redis.set(EPOCH, first, 'NX')) === 'OK' ? first : null;
  }

  return {
    async now() {
      try {
        return (await redis.get(EPOCH)) ?? (await begin());
      } catch {
        return null;
      }
    },
    /**
     * If Redis is full, DEL still works. If Redis is unreachable, other processes may accept what was revoked for up
     * to two seconds.
     */
    async change() {
      const set = redis.set(EPOCH, randomUUID()).catch(() => redis.del(EPOCH));
      return set.then(
        () => true,
        () => false,
      );
    },
  };
}
