import type { ModelsOf } from '../../platform/models/models-of.js';
import type { ConfigurationModels } from '../../configuration/models/models.js';
import type { OpenwispModels } from '../../openwisp/models/models.js';
import { deviceSummaryModel } from './device-summary.js';
import { deviceTallyModel } from './device-tally.js';
import { onlineSeriesModel } from './online-series.js';

export const ACTIVITY_MODELS = {
  deviceSummaries: deviceSummaryModel,
  deviceTallies: deviceTallyModel,
  onlineSeries: onlineSeriesModel,
};

/** The collections of activity and of the families below. */
export interface ActivityModels
  extends OpenwispModels, ConfigurationModels, ModelsOf<typeof ACTIVITY_MODELS> {}
