import { Schema } from 'mongoose';
import type { EncryptedText } from '../values/encrypt.js';

/** An encrypted text inside a record. */
export const encryptedTextModel = new Schema<EncryptedText>(
  { keyId: String, iv: String, tag: String, data: String },
  { _id: false },
);
