import { Schema } from 'mongoose';
import { encryptedTextModel } from '../../platform/models/encrypted-text.js';
import { collection } from '../../platform/models/options.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';

/** A RADIUS server, which SSIDs name by its id in `auth_radius_id` and `acc_radius_id`. */
export interface RadiusServerRecord {
  _id: number;
  organisationId: number;
  /** Grows with every change but that of `named`. */
  revision: number;
  name: string;
  /** An IPv4 or IPv6 address. */
  host: string;
  authPort: number;
  acctPort: number;
  /** Null after an import of a fleet file without secrets: SSIDs that name the server are left out. */
  secret: EncryptedText | null;
  nasIdentifier: string | null;
  /** Counts the transactions in which an SSID came to name the server, so that they conflict with its changes. */
  named: number;
}

export const radiusServerModel = new Schema<RadiusServerRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    revision: { type: Number, default: 1 },
    name: { type: String, required: true },
    host: { type: String, required: true },
    authPort: { type: Number, required: true },
    acctPort: { type: Number, required: true },
    secret: { type: encryptedTextModel, default: null },
    nasIdentifier: { type: String, default: null },
    named: { type: Number, default: 0 },
  },
  collection('radius_servers'),
);
radiusServerModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation_id' });
