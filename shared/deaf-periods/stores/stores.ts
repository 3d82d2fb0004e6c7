import type { StatusStores } from '../../status/stores/stores.js';
import type { DeafPeriodModels } from '../models/models.js';
import { type DeafPeriodStore, createDeafPeriodStore } from './deaf-period-store.js';
import { type HeartbeatCountStore, createHeartbeatCountStore } from './heartbeat-count-store.js';

/** The stores of deaf periods, and those of the families below. */
export interface DeafPeriodStores extends StatusStores {
  readonly deafPeriods: DeafPeriodStore;
  readonly heartbeatCounts: HeartbeatCountStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createDeafPeriodStores(models: DeafPeriodModels): Omit<DeafPeriodStores, keyof StatusStores> {
  return {
    deafPeriods: createDeafPeriodStore(models),
    heartbeatCounts: createHeartbeatCountStore(models),
  };
}
