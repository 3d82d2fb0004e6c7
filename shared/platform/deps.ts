import type { Env } from './env/env.js';
import type { FailpointHandler } from './failpoints.js';
import type { Log } from './observability/logger.js';
import type { Metrics } from './observability/metrics.js';
import type { PlatformModels } from './models/models.js';
import { createIdSource } from './mongo/ids.js';
import { createIdempotencyStore } from './mongo/idempotency-store.js';
import { createLockStore } from './mongo/lock-store.js';
import type { Transact, TransactUncounted } from './mongo/transaction.js';

export type PlatformStores = ReturnType<typeof createPlatformStores>;

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

/** Dependencies of operations. Time and randomness are injected, so that tests control them. */
export interface BaseDeps<Stores> {
  readonly stores: Stores;
  readonly env: Env;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly random: () => number;
  /** Called between two durable effects; does nothing outside tests. */
  readonly failpoint: FailpointHandler;
}
