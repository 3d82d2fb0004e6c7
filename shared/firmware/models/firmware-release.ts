import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/** A list, not a map: part numbers may contain dots and dollar signs, which field names must not. */
export interface FirmwareUrl {
  partNumber: string;
  url: string;
  /** Hash of the file in lower-case hex; absent when it was not published. */
  sha256?: string;
  /** Size of the file in bytes. */
  size?: number;
  /** Signature of the file in the format of its device maker; airfleet does not check it. */
  signature?: string;
}

export interface FirmwareReleaseRecord {
  _id: number;
  version: string;
  urls: FirmwareUrl[];
  /** null: for every organisation. */
  organisationId: number | null;
  isReleased: boolean;
  /** Shown with the release; absent without any. */
  notes?: string | null;
  /** Counts the changes by callers; absent before the first one. */
  revision?: number;
}

export const firmwareReleaseModel = new Schema<FirmwareReleaseRecord>(
  {
    _id: Number,
    version: { type: String, required: true },
    urls: {
      type: [
        new Schema<FirmwareUrl>(
          { partNumber: String, url: String, sha256: String, size: Number, signature: String },
          { _id: false },
        ),
      ],
      default: [],
    },
    organisationId: { type: Number, default: null },
    isReleased: { type: Boolean, default: false },
    notes: { type: String, default: undefined },
    revision: { type: Number, default: undefined },
  },
  collection('firmware_releases'),
);
firmwareReleaseModel.index({ organisationId: 1, version: 1 }, { unique: true, name: 'organisation_version' });
