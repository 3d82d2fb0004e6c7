import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { Models } from '../models/models.js';

const DUPLICATE_KEY = 11_000;
/** How long a lock outlives a process that was killed, in milliseconds. */
export const LOCK_LIFETIME_MS = 30_000;
const RENEW_EVERY_MS = 10_000;
const ASK_EVERY_MS = 250;

/** Somebody else holds the lock. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';
}

export interface LockStore {
  /**
   * Runs `work` while holding the lock of this name. The lock outlives a process that was killed by half a minute.
   * One round trip to take it, one to give it back, and one every ten seconds between.
   * @param waitMs how long to wait for whoever holds it
   * @throws LockHeld when it is still held then
   */
  hold<T>(name: string, waitMs: number, work: () => Promise<T>): Promise<T>;
}

/** What only one process at a time may do: migrations and imports. */
export function createLockStore({ locks }: Models): LockStore {
  const expiry = (): Date => new Date(Date.now() + LOCK_LIFETIME_MS);

  async function take(name: string, holder: string): Promise<boolean> {
    try {
      await locks.updateOne(
        { _id: name, expiresAt: { $lte: new Date() } },
        { $set: { holder, expiresAt: expiry() } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY) return false;
      throw error;
    }
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
        locks.updateOne({ _id: name, holder }, { $set: { expiresAt: expiry() } }).catch(() => undefined);
      }, RENEW_EVERY_MS);
      try {
        return await work();
      } finally {
        clearInterval(renewal);
        await locks.deleteOne({ _id: name, holder });
      }
    },
  };
}
