import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { AgentTrack, OfferedArchive, ServedArchive } from '../domain/agent-track.js';

/** What the service remembers of a device with openwisp-config. */
export interface OpenwispDeviceRecord extends Omit<AgentTrack, 'running' | 'offered'> {
  /** The device's id. */
  _id: number;
  organisationId: number;
  macId: string;
  /** Grows with every write. A change is written only if it was made from the latest one. */
  seq: number;
  /** What the agent says of its system; empty before it says something. */
  version: string;
  running: (ServedArchive & StoredArchive) | null;
  offered: (OfferedArchive & StoredArchive) | null;
  /** When the device was last heard, to within a day. */
  seenAt: Date;
}

/** The archive itself, which has the keys of SSIDs. */
export interface StoredArchive {
  readonly archive: EncryptedText;
}

/** How long a record is kept after the device was last heard. */
const KEPT_S = 90 * 86_400;

export const openwispDeviceModel = new Schema<OpenwispDeviceRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    macId: { type: String, required: true },
    seq: { type: Number, required: true },
    version: { type: String, default: '' },
    running: { type: Object, default: null },
    offered: { type: Object, default: null },
    downloaded: { type: String, default: null },
    outcome: { type: Object, default: null },
    attempt: { type: Number, default: 0 },
    edition: { type: Number, default: 0 },
    seenAt: { type: Date, required: true },
  } satisfies Record<keyof OpenwispDeviceRecord, unknown>,
  collection('openwisp_devices'),
);
openwispDeviceModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation' });
openwispDeviceModel.index({ seenAt: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
