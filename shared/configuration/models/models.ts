import type { ModelsOf } from '../../platform/models/models-of.js';
import type { SsidModels } from '../../ssids/models/models.js';
import { configurationSettingsModel } from './configuration-settings.js';

export const CONFIGURATION_MODELS = {
  configurationSettings: configurationSettingsModel,
};

/** The collections of configurations and of the families below. */
export interface ConfigurationModels extends SsidModels, ModelsOf<typeof CONFIGURATION_MODELS> {}
