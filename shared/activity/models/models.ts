import type { Model } from 'mongoose';
import type { ConfigurationModels } from '../../configuration/models/models.js';
import type { RolloutModels } from '../../rollouts/models/models.js';
import { deviceSummarySchema, type DeviceSummaryRecord } from './device-summary.js';
import { deviceTallySchema, type DeviceTallyRecord } from './device-tally.js';
import { onlineSeriesSchema, type OnlineSeriesRecord } from './online-series.js';

/** The collections of activity and of the families below. */
export interface ActivityModels extends RolloutModels, ConfigurationModels {
  deviceSummaries: Model<DeviceSummaryRecord>;
  deviceTallies: Model<DeviceTallyRecord>;
  onlineSeries: Model<OnlineSeriesRecord>;
}

export const ACTIVITY_SCHEMAS = {
  deviceSummaries: deviceSummarySchema,
  deviceTallies: deviceTallySchema,
  onlineSeries: onlineSeriesSchema,
};
