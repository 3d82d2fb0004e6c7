import type { ModelsOf } from '../../platform/models/models-of.js';
import type { ConfigurationModels } from '../../configuration/models/models.js';
import type { RolloutModels } from '../../rollouts/models/models.js';
import { deviceSummarySchema } from './device-summary.js';
import { deviceTallySchema } from './device-tally.js';
import { onlineSeriesSchema } from './online-series.js';

export const ACTIVITY_SCHEMAS = {
  deviceSummaries: deviceSummarySchema,
  deviceTallies: deviceTallySchema,
  onlineSeries: onlineSeriesSchema,
};

/** The collections of activity and of the families below. */
export interface ActivityModels
  extends RolloutModels, ConfigurationModels, ModelsOf<typeof ACTIVITY_SCHEMAS> {}
