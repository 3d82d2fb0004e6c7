import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

export interface ConfiguredPort {
  name: string;
  /** One-based. */
  portNumber: number;
}

/** The configured ports of one switch, known by its MAC. Read only after the device itself was found in scope. */
export interface SwitchConfigurationRecord {
  _id: string;
  ports: ConfiguredPort[];
}

export const switchConfigurationModel = new Schema<SwitchConfigurationRecord>(
  {
    _id: String,
    ports: {
      type: [new Schema<ConfiguredPort>({ name: String, portNumber: Number }, { _id: false })],
      default: [],
    },
  },
  collection('switch_configurations'),
);
