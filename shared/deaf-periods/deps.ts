import type { StatusStores } from '../status/deps.js';
import type { DeafPeriodModels } from './models/models.js';
import { createDeafPeriodStore } from './stores/deaf-period-store.js';
import { createHeartbeatCountStore } from './stores/heartbeat-count-store.js';
import type { BaseDeps } from '../platform/deps.js';

export function createDeafPeriodStores(models: DeafPeriodModels) {
  return {
    deafPeriods: createDeafPeriodStore(models),
    heartbeatCounts: createHeartbeatCountStore(models),
  };
}

/** The stores of deaf periods, and those of the families below. */
export interface DeafPeriodStores extends StatusStores, ReturnType<typeof createDeafPeriodStores> {}

/** Dependencies of operations on deaf periods. */
export type DeafPeriodDeps = BaseDeps<DeafPeriodStores>;
