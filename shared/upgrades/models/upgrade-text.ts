import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

export type TextOwner = 'device' | 'request';

/**
 * A text that upgrades have of their device (its id, MAC and name) or of their request (version and times). Devices and
 * requests have many upgrades with few texts, so that a search compares these instead of the upgrades. A text is written
 * before the first stored upgrade that has it; it may be here without an upgrade, until the worker deletes it.
 */
export interface UpgradeTextRecord {
  /** The organisation, the owner and a hash of the text. */
  _id: string;
  organisationId: number;
  owner: TextOwner;
  /** The id of the device, or of the schedule. */
  ownerId: number;
  text: string;
  /** When an upgrade was last seen with it, to a week. */
  seenAt: Date;
}

export const upgradeTextModel = new Schema<UpgradeTextRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    owner: { type: String, required: true },
    ownerId: { type: Number, required: true },
    text: { type: String, default: '' },
    seenAt: { type: Date, required: true },
  },
  collection('upgrade_texts'),
);
upgradeTextModel.index({ organisationId: 1, owner: 1, ownerId: 1 }, { name: 'organisation_owner' });
