import type { ModelsOf } from '../../platform/models/models-of.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { deafPeriodSchema } from './deaf-period.js';
import { deafWatchSchema } from './deaf-watch.js';
import { heartbeatCountSchema } from './heartbeat-count.js';

export const DEAF_PERIOD_SCHEMAS = {
  deafPeriods: deafPeriodSchema,
  deafWatch: deafWatchSchema,
  heartbeatCounts: heartbeatCountSchema,
};

/** The collections of deaf periods and of the families below. */
export interface DeafPeriodModels extends InventoryModels, ModelsOf<typeof DEAF_PERIOD_SCHEMAS> {}
