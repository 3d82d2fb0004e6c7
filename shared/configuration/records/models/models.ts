import type { Model } from 'mongoose';
import { networkConfigurationSchema, type NetworkConfigurationRecord } from './network-configuration.js';

/** The collections that record how far changes of configurations have come. */
export interface ConfigurationRecordModels {
  networkConfigurations: Model<NetworkConfigurationRecord>;
}

export const CONFIGURATION_RECORD_SCHEMAS = {
  networkConfigurations: networkConfigurationSchema,
};
