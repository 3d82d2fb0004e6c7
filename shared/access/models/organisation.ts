import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/** An organisation with exact counts of its inventory, which the transactions that change devices update. */
export interface OrganisationRecord {
  _id: number;
  name: string;
  noOfAps: number;
  deviceCount: number;
  unassignedCount: number;
  /** deviceCount by blocks of ids; absent for an organisation that has not been counted by block. */
  deviceBlocks?: Record<string, number>;
  /**
   * Incremented by every transaction that changes devices; results computed at a revision are valid while it is
   * current.
   */
  inventoryRevision?: number;
  /** Incremented by every transaction that adds a rollout, so that two of them conflict. */
  rolloutRevision?: number;
  /** The same for webhooks. */
  webhookRevision?: number;
  /** The same for bulk operations. */
  bulkRevision?: number;
  /** The same for RADIUS servers. */
  radiusServerRevision?: number;
  /** The same for enrolment tokens. */
  enrolmentTokenRevision?: number;
  /** The same for devices with a certificate that wait for an approval. */
  enrolmentRevision?: number;
  /** The same for names of tags. */
  tagRevision?: number;
  /** Incremented by every transaction that disables, demotes or deletes a super_admin, so that two of them conflict. */
  superAdminRevision?: number;
  /**
   * Written by versions before firmware_revisions; still read, so that both versions can run concurrently.
   */
  firmwareRevision?: number;
  /** How its users sign in; absent members have their defaults. */
  signIn?: {
    requiresSecondFactor?: boolean;
    idleMinutes?: number;
    requiresSso?: boolean;
    breakGlassId?: number | null;
  };
  /** Counts the changes of {@link signIn}. */
  settingsRevision?: number;
}

export const organisationModel = new Schema<OrganisationRecord>(
  {
    _id: Number,
    name: { type: String, required: true },
    noOfAps: { type: Number, required: true },
    deviceCount: { type: Number, default: 0 },
    unassignedCount: { type: Number, default: 0 },
    deviceBlocks: Object,
    inventoryRevision: { type: Number, default: 0 },
    rolloutRevision: { type: Number, default: undefined },
    superAdminRevision: { type: Number, default: undefined },
    webhookRevision: { type: Number, default: undefined },
    bulkRevision: { type: Number, default: undefined },
    radiusServerRevision: { type: Number, default: undefined },
    enrolmentTokenRevision: { type: Number, default: undefined },
    enrolmentRevision: { type: Number, default: undefined },
    tagRevision: { type: Number, default: undefined },
    firmwareRevision: { type: Number, default: 0 },
    signIn: {
      type: new Schema(
        { requiresSecondFactor: Boolean, idleMinutes: Number, requiresSso: Boolean, breakGlassId: Number },
        { _id: false },
      ),
      default: undefined,
    },
    settingsRevision: { type: Number, default: undefined },
  },
  collection('organisations'),
);
