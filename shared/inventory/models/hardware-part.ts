import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/** A hardware part, known by its part number. */
export interface HardwarePartRecord {
  _id: string;
  name: string;
  wifiUplink: boolean;
  usb: boolean;
  isSwitch: boolean;
}

export const hardwarePartModel = new Schema<HardwarePartRecord>(
  {
    _id: String,
    name: { type: String, required: true },
    wifiUplink: { type: Boolean, default: false },
    usb: { type: Boolean, default: false },
    isSwitch: { type: Boolean, default: false },
  },
  collection('hardware_parts'),
);
