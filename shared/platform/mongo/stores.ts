import type { PlatformModels } from '../models/models.js';
import { createIdSource } from './ids.js';
import { createIdempotencyStore } from './idempotency-store.js';
import { createLockStore } from './lock-store.js';
import type { Transact, TransactUncounted } from './transaction.js';

export type PlatformStores = ReturnType<typeof createPlatformStores>;

/** Binds the stores of the platform to one connection's models; no I/O. */
export function createPlatformStores(
  models: PlatformModels,
  transact: Transact,
  transactUncounted: TransactUncounted,
) {
  return {
    idempotencyKeys: createIdempotencyStore(models),
    ids: createIdSource(models),
    locks: createLockStore(models),
    /** For changes of several collections. */
    transact,
    /** For changes of accounts, tokens and sessions, which write no counter of an organisation. */
    transactUncounted,
  };
}
