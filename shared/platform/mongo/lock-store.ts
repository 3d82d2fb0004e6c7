import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { LockRecord } from '../models/lock.js';
import type { PlatformModels } from '../models/models.js';

const DUPLICATE_KEY = 11_000;
/** How long a lock outlives a process that was killed, in milliseconds. */
export const LOCK_LIFETIME_MS = 30_000;
const RENEW_EVERY_MS = 10_000;
const ASK_EVERY_MS = 250;

/** Somebody else holds the lock. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';
}

/** The lock expired while its holder was at work, and another process may have it. */
export class LockLost extends Error {
  override readonly name = 'LockLost';
}

export interface HeldLock {
  /**
   * Makes sure that the lock is still held, and for another half minute. Asked before each batch, so that a process
   * that was suspended writes none after it lost the lock. One conditional write.
   * @throws LockLost
   */
  check(): Promise<void>;
}

export interface LockStore {
  /**
   * Runs `work` while holding the lock of this name. The lock outlives a process that was killed by half a minute.
   * One round trip to take it, one to give it back, and one every ten seconds between.
   * @param waitMs how long to wait for whoever holds it
   * @throws LockHeld when it is still held then
   */
  hold<T>(name: string, waitMs: number, work: (lock: HeldLock) => Promise<T>): Promise<T>;
}

/** What only one process at a time may do: migrations and imports. Locks expire by the store's clock. */
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

  /** Holds it for longer; false when it has expired or another process holds it. */
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
        // A renewal that fails is followed by another before the lock expires.
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
