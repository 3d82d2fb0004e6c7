import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { whileRenewing } from '../while-renewing.js';
import type { LockRecord } from '../models/lock.js';
import type { PlatformModels } from '../models/models.js';

const DUPLICATE_KEY = 11_000;
/** How long a lock remains after its process is killed. */
export const LOCK_LIFETIME_MS = 30_000;
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

export type LockStore = ReturnType<typeof createLockStore>;

/**
 * Locks for work that one process at a time may do: migrations and imports. They expire by the store's clock.
 */
export function createLockStore({ locks: model }: PlatformModels) {
  const locks = model.db.collection<LockRecord>(model.collection.collectionName);

  async function take(name: string, holder: string, lifetimeMs: number): Promise<boolean> {
    const mine = [{ $set: { holder, ...expiry(lifetimeMs) } }];
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
  async function renew(name: string, holder: string, lifetimeMs: number): Promise<boolean> {
    const held = { _id: name, holder, $expr: { $gt: ['$expiresAt', '$$NOW'] } };
    return (await locks.updateOne(held, [{ $set: expiry(lifetimeMs) }])).matchedCount === 1;
  }

  async function takeWithin(name: string, holder: string, waitMs: number, lifetimeMs: number): Promise<void> {
    const deadline = Date.now() + waitMs;
    while (!(await take(name, holder, lifetimeMs))) {
      if (Date.now() >= deadline) throw new LockHeld(`The lock "${name}" is held by another process`);
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }

  return {
    /**
     * Runs `work` while holding the named lock, and renews it at every third of its lifetime. If the process is killed,
     * the lock expires.
     * @param waitMs the maximum wait for another holder
     * @param lifetimeMs how long the lock remains after its process is killed; half a minute unless given
     * @throws LockHeld when the wait is over
     */
    async hold<T>(
      name: string,
      waitMs: number,
      work: (lock: HeldLock) => Promise<T>,
      lifetimeMs: number = LOCK_LIFETIME_MS,
    ): Promise<T> {
      const holder = randomUUID();
      await takeWithin(name, holder, waitMs, lifetimeMs);
      const renewed = (): Promise<boolean> => renew(name, holder, lifetimeMs);
      const check = async (): Promise<void> => {
        if (!(await renewed())) throw new LockLost(`The lock "${name}" was lost`);
      };
      try {
        return await whileRenewing(renewed, lifetimeMs / 3, () => work({ check }));
      } finally {
        await locks.deleteOne({ _id: name, holder });
      }
    },
  };
}

/** The time at which a lock expires, by the store's clock. */
function expiry(lifetimeMs: number) {
  return { expiresAt: { $add: ['$$NOW', lifetimeMs] } };
}
