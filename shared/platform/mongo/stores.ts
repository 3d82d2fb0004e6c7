import type { PlatformModels } from '../models/models.js';
import { type IdSource, createIdSource } from './ids.js';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency-store.js';
import { type LockStore, createLockStore } from './lock-store.js';

/** The stores of the platform. */
export interface PlatformStores {
  readonly idempotencyKeys: IdempotencyStore;
  readonly ids: IdSource;
  readonly locks: LockStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createPlatformStores(models: PlatformModels): PlatformStores {
  return {
    idempotencyKeys: createIdempotencyStore(models),
    ids: createIdSource(models),
    locks: createLockStore(models),
  };
}
