import type { ClientSession } from 'mongoose';
import { isDuplicateKey } from './batches.js';
import type { EncryptedText } from '../values/encrypt.js';
import { KEPT_S, type IdempotencyKeyRecord } from '../models/idempotency-key.js';
import type { PlatformModels } from '../models/models.js';

/** A request that is to be carried out once. */
export interface KeyedRequest {
  /** The user and the hash of the key. */
  readonly id: string;
  /** The hash of the request. */
  readonly request: string;
  /** This execution of it. */
  readonly holder: string;
}

export type Claim =
  | { readonly state: 'claimed' | 'otherRequest' }
  /** @property msLeft until the claim expires, unless its holder renews it */
  | { readonly state: 'inUse'; readonly msLeft: number }
  | { readonly state: 'answered'; readonly answer: EncryptedText };

/** A claim expires so long after it was made or renewed: that of a process that died is not renewed. */
export const CLAIM_MS = 20_000;

/** Keys of requests that are carried out once. Every change of a key is one conditional write. */
export function createIdempotencyStore({ idempotencyKeys }: PlatformModels) {
  async function insert({ id, request, holder }: KeyedRequest, now: Date): Promise<boolean> {
    try {
      await idempotencyKeys.create({
        _id: id,
        request,
        holder,
        claimedAt: now,
        answer: null,
        createdAt: now,
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** False when the key has changed since it was read. */
  async function takeOver(read: IdempotencyKeyRecord, by: KeyedRequest, now: Date): Promise<boolean> {
    const { matchedCount } = await idempotencyKeys.updateOne(
      {
        _id: read._id,
        holder: read.holder,
        claimedAt: read.claimedAt,
        answer: read.answer === null ? null : { $ne: null },
      },
      { $set: { request: by.request, holder: by.holder, claimedAt: now, answer: null, createdAt: now } },
    );
    return matchedCount === 1;
  }

  // Clocks of processes differ: a claim of a later time has no more than its whole time left.
  const inUse = (msLeft: number): Claim => ({ state: 'inUse', msLeft: Math.min(msLeft, CLAIM_MS) });

  return {
    /** Claims the key for this execution, unless it has an answer or another execution or request. */
    async claim(request: KeyedRequest, now: Date): Promise<Claim> {
      if (await insert(request, now)) return { state: 'claimed' };
      const found = await idempotencyKeys.findOne({ _id: request.id }).lean();
      // It was released since the insert failed.
      if (!found) return (await insert(request, now)) ? { state: 'claimed' } : inUse(CLAIM_MS);
      const age = now.getTime() - found.createdAt.getTime();
      const isExpired = age >= KEPT_S * 1000;
      if (!isExpired && found.request !== request.request) return { state: 'otherRequest' };
      if (!isExpired && found.answer !== null) return { state: 'answered', answer: found.answer };
      const msLeft = found.claimedAt.getTime() + CLAIM_MS - now.getTime();
      if (msLeft > 0) return inUse(msLeft);
      return (await takeOver(found, request, now)) ? { state: 'claimed' } : inUse(CLAIM_MS);
    },

    /** Extends the claim of the execution that holds the key; without effect on a key that has its answer. */
    async renew({ id, holder }: Pick<KeyedRequest, 'id' | 'holder'>, now: Date): Promise<void> {
      await idempotencyKeys.updateOne({ _id: id, holder, answer: null }, { $max: { claimedAt: now } });
    },

    /**
     * Keeps the answer of the execution that holds the key; false when another one holds it.
     * @param session the transaction of the change that the answer reports
     */
    async complete(
      { id, holder }: Pick<KeyedRequest, 'id' | 'holder'>,
      answer: EncryptedText,
      session?: ClientSession,
    ): Promise<boolean> {
      const { matchedCount } = await idempotencyKeys.updateOne(
        { _id: id, holder, answer: null },
        { $set: { answer } },
        session ? { session } : {},
      );
      return matchedCount === 1;
    },

    /** Frees a key whose execution has ended without an answer that is kept. */
    async release({ id, holder }: Pick<KeyedRequest, 'id' | 'holder'>): Promise<void> {
      await idempotencyKeys.deleteOne({ _id: id, holder, answer: null });
    },
  };
}
