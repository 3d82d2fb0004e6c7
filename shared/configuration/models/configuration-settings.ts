import { Schema } from 'mongoose';
import { encryptedTextModel } from '../../platform/models/encrypted-text.js';
import { collection } from '../../platform/models/options.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { Meanings } from '../domain/meanings.js';

/** The id of the only record. */
export const CONFIGURATION = 'configuration';

/** What the documents of every device of the installation depend on. */
export interface ConfigurationSettingsRecord {
  _id: typeof CONFIGURATION;
  /** Grows with every change of the other fields. */
  seq: number;
  heartbeatIntervalS: number;
  rendererVersion: number;
  /** Replaces the built-in meanings of the fields that it names. */
  meanings: Partial<Meanings>;
  /** The key of the documents' salts, in hex, encrypted. */
  saltKey: EncryptedText;
}

export const configurationSettingsModel = new Schema<ConfigurationSettingsRecord>(
  {
    _id: String,
    seq: { type: Number, required: true },
    heartbeatIntervalS: { type: Number, required: true },
    rendererVersion: { type: Number, required: true },
    meanings: { type: Object, default: {} },
    saltKey: { type: encryptedTextModel, required: true },
  } satisfies Record<keyof ConfigurationSettingsRecord, unknown>,
  collection('settings'),
);
