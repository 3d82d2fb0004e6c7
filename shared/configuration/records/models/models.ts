import type { ModelsOf } from '../../../platform/models/models-of.js';
import { networkConfigurationModel } from './network-configuration.js';

export const CONFIGURATION_RECORD_MODELS = {
  networkConfigurations: networkConfigurationModel,
};

/** The collections that record how far changes of configurations have come. */
export interface ConfigurationRecordModels extends ModelsOf<typeof CONFIGURATION_RECORD_MODELS> {}
