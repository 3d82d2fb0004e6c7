import type { Model } from 'mongoose';
import type { InventoryModels } from '../../inventory/models/models.js';
import { deafPeriodSchema, type DeafPeriodRecord } from './deaf-period.js';
import { deafWatchSchema, type DeafWatchRecord } from './deaf-watch.js';
import { heartbeatCountSchema, type HeartbeatCountRecord } from './heartbeat-count.js';

/** The collections of deaf periods and of the families below. */
export interface DeafPeriodModels extends InventoryModels {
  deafPeriods: Model<DeafPeriodRecord>;
  deafWatch: Model<DeafWatchRecord>;
  heartbeatCounts: Model<HeartbeatCountRecord>;
}

export const DEAF_PERIOD_SCHEMAS = {
  deafPeriods: deafPeriodSchema,
  deafWatch: deafWatchSchema,
  heartbeatCounts: heartbeatCountSchema,
};
