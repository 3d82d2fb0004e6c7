import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { UpgradePhase } from '../domain/upgrade-step.js';

/**
 * What the service remembers of a device that speaks uCentral. It is written when the device connects and at each step of
 * an upgrade, never for a heartbeat, and every write but that of a new connection is conditional on `session`.
 */
export interface UcentralDeviceRecord {
  /** The device's id. */
  _id: number;
  organisationId: number;
  macId: string;
  /** Counts the device's connections; the newest owns the device. */
  session: number;
  /** The process that has the connection. */
  gateway: string;
  connectedAt: Date;
  firmwareVersion: string;
  /** The configuration that the device said it runs. */
  uuid: number;
  reason: string;
  /** As JSON; null when longer than 32 kB. */
  capabilities: string | null;
  /** The id of the next command. */
  nextRpcId: number;
  upgrade: StoredUpgradeStep | null;
}

export interface StoredUpgradeStep {
  readonly id: number;
  readonly phase: UpgradePhase;
  readonly rpcId: number;
  readonly sentAt: Date;
  readonly message: string | null;
}

export const ucentralDeviceModel = new Schema<UcentralDeviceRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    macId: { type: String, required: true },
    session: { type: Number, required: true },
    gateway: { type: String, required: true },
    connectedAt: { type: Date, required: true },
    firmwareVersion: { type: String, required: true },
    uuid: { type: Number, required: true },
    reason: { type: String, default: '' },
    capabilities: { type: String, default: null },
    nextRpcId: { type: Number, default: 1 },
    upgrade: { type: Object, default: null },
  },
  collection('ucentral_devices'),
);
ucentralDeviceModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation' });
