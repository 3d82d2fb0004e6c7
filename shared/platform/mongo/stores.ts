import type { PlatformModels } from '../models/models.js';
import { type IdSource, createIdSource } from './ids.js';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency-store.js';
import { type LockStore, createLockStore } from './lock-store.js';
import type { Transact } from './transaction.js';

/** The stores of the platform. */
export interface PlatformStores {
  readonly idempotencyKeys: IdempotencyStore;
  readonly ids: IdSource;
  readonly locks: LockStore;
  /** For changes of several collections. */
  readonly transact: Transact;
}

/** Binds the stores to one connection's models; no I/O. */
export function createPlatformStores(models: PlatformModels, transact: Transact): PlatformStores {
  return {
    idempotencyKeys: createIdempotencyStore(models),
    ids: createIdSource(models),
    locks: createLockStore(models),
    transact,
  };
}
