import type { PlatformModels } from '../models/models.js';
import { type IdSource, createIdSource } from './ids.js';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency-store.js';
import { type LockStore, createLockStore } from './lock-store.js';
import type { Transact, TransactUncounted } from './transaction.js';

/** The stores of the platform. */
export interface PlatformStores {
  readonly idempotencyKeys: IdempotencyStore;
  readonly ids: IdSource;
  readonly locks: LockStore;
  /** For changes of several collections. */
  readonly transact: Transact;
  /** For changes of accounts, tokens and sessions, which write no counter of an organisation. */
  readonly transactUncounted: TransactUncounted;
}

/** Binds the stores to one connection's models; no I/O. */
export function createPlatformStores(
  models: PlatformModels,
  transact: Transact,
  transactUncounted: TransactUncounted,
): PlatformStores {
  return {
    idempotencyKeys: createIdempotencyStore(models),
    ids: createIdSource(models),
    locks: createLockStore(models),
    transact,
    transactUncounted,
  };
}
