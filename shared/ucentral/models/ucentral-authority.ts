import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/**
 * The certificate authority of an organisation. The record stays when the authority is removed, so that its revision
 * only grows; the fields of the authority are then absent.
 */
export interface UcentralAuthorityRecord {
  /** The organisation's id. */
  _id: number;
  revision: number;
  /** In PEM. */
  certificate?: string;
  name?: string;
  /** The hashes of the key and of the name; at most one organisation has each. */
  keyHash?: string;
  nameHash?: string;
  validFrom?: Date;
  validTo?: Date;
}

/** What all authorities of the installation have in common: one record, which every change of one of them writes. */
export interface UcentralTrustRecord {
  _id: 'ucentral';
  /** Counts the changes of authorities, so that gateways see by one read whether there are any. */
  changes: number;
  /** How many organisations have an authority. */
  count: number;
  /** The hashes of the keys and names of the installation's own authorities, as a gateway last read them. */
  keyHashes: string[];
  nameHashes: string[];
}

export const ucentralAuthorityModel = new Schema<UcentralAuthorityRecord>(
  {
    _id: Number,
    revision: { type: Number, required: true },
    certificate: String,
    name: String,
    keyHash: String,
    nameHash: String,
    validFrom: Date,
    validTo: Date,
  },
  collection('ucentral_authorities'),
);
ucentralAuthorityModel.index(
  { keyHash: 1 },
  { unique: true, name: 'key', partialFilterExpression: { keyHash: { $exists: true } } },
);
ucentralAuthorityModel.index(
  { nameHash: 1 },
  { unique: true, name: 'name', partialFilterExpression: { nameHash: { $exists: true } } },
);

export const ucentralTrustModel = new Schema<UcentralTrustRecord>(
  {
    _id: String,
    changes: { type: Number, default: 0 },
    count: { type: Number, default: 0 },
    keyHashes: { type: [String], default: [] },
    nameHashes: { type: [String], default: [] },
  },
  collection('ucentral_trust'),
);
