import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { LockRecord } from '../models/lock.js';
import type { PlatformModels } from '../models/models.js';

const DUPLICATE_KEY = 11_000;
/** How long a lock remains after its process is killed. */
export const LOCK_LIFETIME_MS = 30_000;
const RENEW_EVERY_MS = 10_000;
const ASK_EVERY_MS = 250;

/** Another process holds the lock. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';
}

/** The lock expired while its holder was working, and another process may hold it. */
export class LockLost extends Error {
  override readonly name = 'LockLost';
}

export interface HeldLock {
  /**
   * Renews the lock for another half minute. Called before each batch, so that a suspended process does not write
   * after it lost the lock.
   * @throws LockLost
   */
  check(): Promise<void>;
}

export interface LockStore {
  /**
   * Runs `work` while holding the named lock, and renews it every ten seconds. If the process is killed, the lock
   * expires after half a minute.
   * @param waitMs the maximum wait for another holder
   * @throws LockHeld when the wait is over
   */
  hold<T>(name: string, waitMs: number, work: (lock: HeldLock) => Promise<T>): Promise<T>;
}

/**
 * Locks for work that one process at a time may do: migrations and imports. They expire by the store's clock.
 */
export function createLockStore({ locks: model }: PlatformModels): LockStore {
  const locks = model.db.collection<LockRecord>(model.collection.collectionName);
  const expiresAt = { $add: ['$$NOW', LOCK_LIFETIME_MS] };

  async function take(name: string, holder: string): Promise<boolean> {
    const mine = [{ $set: { holder, expiresAt } }];
    const expired = { _id: name, $expr: { $lte: ['$expiresAt', '$$NOW'] } };
    if ((await locks.updateOne(expired, mine)).matchedCount === 1) return true;
    try {
      await locks.updateOne({ _id: name, holder: { $exists: false } }, mine, { upsert: true });
      return true;
    } catch (error) {
      if (error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY) return false;
      throw error;
    }
  }

  /** Extends the lock; false when it has expired or another process holds it. */
  async function renew(name: string, holder: string): Promise<boolean> {
    const held = { _id: name, holder, $expr: { $gt: ['$expiresAt', '$$NOW'] } };
    return (await locks.updateOne(held, [{ $set: { expiresAt } }])).matchedCount === 1;
  }

  async function takeWithin(name: string, holder: string, waitMs: number): Promise<void> {
    const deadline = Date.now() + waitMs;
    while (!(await take(name, holder))) {
      if (Date.now() >= deadline) throw new LockHeld(`The lock "${name}" is held by another process`);
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }

  return {
    async hold(name, waitMs, work) {
      const holder = randomUUID();
      await takeWithin(name, holder, waitMs);
      const renewal = setInterval(() => {
        // If a renewal fails, the next one still comes before the lock expires.
        renew(name, holder).catch(() => undefined);
      }, RENEW_EVERY_MS);
      try {
        return await work({
          async check() {
            if (!(await renew(name, holder))) throw new LockLost(`The lock "${name}" was lost`);
          },
        });
      } finally {
        clearInterval(renewal);
        await locks.deleteOne({ _id: name, holder });
      }
    },
  };
}
