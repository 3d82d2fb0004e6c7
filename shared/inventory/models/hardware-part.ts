import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/** A hardware part, known by its part number. */
export interface HardwarePartRecord {
  _id: string;
  name: string;
  wifiUplink: boolean;
  usb: boolean;
  isSwitch: boolean;
  /** The names that devices of the part give their board when they enrol. */
  boards?: string[];
}

export const hardwarePartModel = new Schema<HardwarePartRecord>(
  {
    _id: String,
    name: { type: String, required: true },
    wifiUplink: { type: Boolean, default: false },
    usb: { type: Boolean, default: false },
    isSwitch: { type: Boolean, default: false },
    boards: { type: [String], default: undefined },
  },
  collection('hardware_parts'),
);
hardwarePartModel.index({ boards: 1 }, { name: 'boards' });
