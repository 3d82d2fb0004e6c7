import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { PartRadio } from '../domain/part-radio.js';

/** A hardware part, known by its part number. */
export interface HardwarePartRecord {
  _id: string;
  name: string;
  wifiUplink: boolean;
  usb: boolean;
  isSwitch: boolean;
  /** The names that devices of the part give their board when they enrol. */
  boards?: string[];
  /** The radios of devices whose agent does not say which they have, in their order. */
  radios?: PartRadio[];
}

export const hardwarePartModel = new Schema<HardwarePartRecord>(
  {
    _id: String,
    name: { type: String, required: true },
    wifiUplink: { type: Boolean, default: false },
    usb: { type: Boolean, default: false },
    isSwitch: { type: Boolean, default: false },
    boards: { type: [String], default: undefined },
    radios: { type: [Object], default: undefined },
  },
  collection('hardware_parts'),
);
hardwarePartModel.index({ boards: 1 }, { name: 'boards' });
