import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { Outcome, RunningConfig, TrialConfig } from '../domain/config-track.js';
import type { UpgradePhase } from '../domain/upgrade-step.js';

/**
 * What the service remembers of a device that speaks uCentral. It is written when the device connects and at each step of
 * an upgrade or a configuration, never for a heartbeat, and every write but that of a new connection is conditional on
 * `session`.
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
  /** The address of the newest connection. */
  publicIp?: string;
  /** When the last three connections that were replaced by one from another address noticed it. */
  replacedAt?: Date[];
  /** When the certificate of the last connection ends. */
  certificateEndsAt?: Date;
  firmwareVersion: string;
  /** The configuration that the device said it runs. */
  uuid: number;
  reason: string;
  /** As JSON; null when longer than 32 kB. */
  capabilities: string | null;
  /** The id of the next command. */
  nextRpcId: number;
  upgrade: StoredUpgradeStep | null;
  /** The last configuration that the device has applied. */
  running: StoredRunning | null;
  /** The one that was sent last, until it is known what became of it. */
  trial: StoredTrial | null;
  restore: StoredRestore | null;
  /** How the last attempt ended. */
  outcome: Outcome | null;
  attempt: number;
  /** No configuration has had a higher number. */
  uuidFloor: number;
  /** When the identity of the device was last disputed, to the hour; absent: never. */
  conflictAt?: Date;
  /** Whether by a certificate of another authority, or by connections from two addresses that replaced each other. */
  conflictOf?: 'authority' | 'addresses';
  /** True where there is such a time. */
  hasConflict?: boolean;
}

export interface StoredRunning extends RunningConfig {
  /** Deflated. */
  readonly config: EncryptedText;
}

export interface StoredTrial extends Omit<TrialConfig, 'config' | 'sentAt' | 'answeredAt'> {
  readonly config: EncryptedText;
  readonly sentAt: Date;
  readonly answeredAt: Date | null;
}

export interface StoredRestore {
  readonly uuid: number;
  readonly rpcId: number;
  readonly sentAt: Date;
  readonly tries: number;
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
    publicIp: { type: String, default: undefined },
    replacedAt: { type: [Date], default: undefined },
    certificateEndsAt: { type: Date, default: undefined },
    firmwareVersion: { type: String, required: true },
    uuid: { type: Number, required: true },
    reason: { type: String, default: '' },
    capabilities: { type: String, default: null },
    nextRpcId: { type: Number, default: 1 },
    upgrade: { type: Object, default: null },
    running: { type: Object, default: null },
    trial: { type: Object, default: null },
    restore: { type: Object, default: null },
    outcome: { type: Object, default: null },
    attempt: { type: Number, default: 0 },
    uuidFloor: { type: Number, default: 0 },
    conflictAt: { type: Date, default: undefined },
    conflictOf: { type: String, default: undefined },
    hasConflict: { type: Boolean, default: undefined },
  },
  collection('ucentral_devices'),
);
ucentralDeviceModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation' });
ucentralDeviceModel.index(
  { organisationId: 1, hasConflict: 1, _id: 1 },
  { name: 'organisation_conflict', partialFilterExpression: { hasConflict: true } },
);
ucentralDeviceModel.index(
  { organisationId: 1, certificateEndsAt: 1 },
  { name: 'organisation_certificate', partialFilterExpression: { certificateEndsAt: { $exists: true } } },
);
