import { Schema } from 'mongoose';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { SsidSettings } from '../domain/ssid-fields.js';
import { SSIDS_PER_NETWORK } from '../domain/ssid-positions.js';
import { encryptedTextModel } from '../../platform/models/encrypted-text.js';
import { collection } from '../../platform/models/options.js';

export interface NetworkSsidRecord {
  _id: number;
  organisationId: number;
  networkId: number;
  /** 0–15, at most one SSID each (domain/ssid-positions.ts): so no network has more than 16, whatever runs at once. */
  position: number;
  ssidName: string;
  /** By domain/ssid-variants.ts: 0 for the one SSID of its name that all devices may have. */
  variant: number;
  /** By domain/ssid-search.ts. */
  searchText: string;
  trigrams: string[];
  /** Every other field of the interface document's list by its own name. */
  settings: SsidSettings;
  wpaKey: EncryptedText | null;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

export const networkSsidModel = new Schema<NetworkSsidRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    networkId: { type: Number, required: true },
    position: { type: Number, required: true, min: 0, max: SSIDS_PER_NETWORK - 1 },
    ssidName: { type: String, required: true },
    variant: { type: Number, required: true },
    searchText: { type: String, default: '' },
    trigrams: { type: [String], default: [] },
    settings: { type: Object, default: {} },
    wpaKey: { type: encryptedTextModel, default: null },
    revision: { type: Number, default: 0 },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  collection('network_ssids'),
);
networkSsidModel.index(
  { organisationId: 1, networkId: 1, ssidName: 1, variant: 1 },
  { unique: true, name: 'network_name' },
);
networkSsidModel.index(
  { organisationId: 1, networkId: 1, position: 1 },
  { unique: true, name: 'network_position' },
);
networkSsidModel.index({ organisationId: 1, trigrams: 1 }, { name: 'organisation_trigrams' });
networkSsidModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation_id' });
networkSsidModel.index(
  { organisationId: 1, 'settings.auth_radius_id': 1 },
  { name: 'auth_radius', partialFilterExpression: { 'settings.auth_radius_id': { $gt: 0 } } },
);
networkSsidModel.index(
  { organisationId: 1, 'settings.acc_radius_id': 1 },
  { name: 'acc_radius', partialFilterExpression: { 'settings.acc_radius_id': { $gt: 0 } } },
);
