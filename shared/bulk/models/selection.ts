import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { DeviceFilter } from '../../search/domain/device-filter.js';

/** A filter of devices that a user has stored. It is resolved when it is used. */
export interface SelectionRecord {
  _id: number;
  organisationId: number;
  userId: number;
  filter: DeviceFilter;
  /** Devices that it leaves out. */
  except: number[];
  expiresAt: Date;
}

export const selectionModel = new Schema<SelectionRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    userId: { type: Number, required: true },
    filter: { type: Object, required: true },
    except: { type: [Number], default: [] },
    expiresAt: { type: Date, required: true },
  },
  collection('selections'),
);
selectionModel.index({ organisationId: 1, expiresAt: 1 }, { name: 'organisation_expiry' });
selectionModel.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiry' });
