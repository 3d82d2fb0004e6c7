import type { ModelsOf } from '../../platform/models/models-of.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { deafPeriodModel } from './deaf-period.js';
import { deafWatchModel } from './deaf-watch.js';
import { heartbeatCountModel } from './heartbeat-count.js';

export const DEAF_PERIOD_MODELS = {
  deafPeriods: deafPeriodModel,
  deafWatch: deafWatchModel,
  heartbeatCounts: heartbeatCountModel,
};

/** The collections of deaf periods and of the families below. */
export interface DeafPeriodModels extends InventoryModels, ModelsOf<typeof DEAF_PERIOD_MODELS> {}
