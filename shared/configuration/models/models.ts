import type { Model } from 'mongoose';
import type { SsidModels } from '../../ssids/models/models.js';
import { configurationSettingsSchema, type ConfigurationSettingsRecord } from './configuration-settings.js';

/** The collections of configurations and of the families below. */
export interface ConfigurationModels extends SsidModels {
  configurationSettings: Model<ConfigurationSettingsRecord>;
}

export const CONFIGURATION_SCHEMAS = {
  configurationSettings: configurationSettingsSchema,
};
