import { Schema } from 'mongoose';
import { ROLES, type NetworkGrant, type Role } from '../domain/access.js';
import { collection } from '../../platform/models/options.js';
import { profileFields, type StoredProfile } from './profile.js';
import { factorFields, type StoredFactors } from './second-factor.js';

/** The identity by which a user signs in at the identity provider of its organisation. */
export interface SsoLink {
  issuer: string;
  /** `sub`: what the provider calls the user, for ever. */
  subject: string;
}

export interface UserRecord extends StoredFactors, StoredProfile {
  _id: number;
  organisationId: number;
  /** Lower case; the sign-in name. */
  email: string;
  passwordHash: string | null;
  role: Role;
  tier: 1 | 2;
  /** null for all networks of the organisation. */
  networks: NetworkGrant[] | null;
  manageInventory: boolean;
  seesUnreleased: boolean;
  /** Disabled users are refused. */
  disabledAt?: Date | null;
  /**
   * Only tokens and sessions of this generation are accepted; incrementing it revokes all others in one write.
   */
  tokenGeneration?: number;
  /** Incremented by every transaction that adds a token or opens a session, so that two of them conflict. */
  tokenRevision?: number;
  /** When the user last entered its password; absent before the first time. */
  lastSignInAt?: Date;
  /** Absent for a user who has not signed in by the identity provider. */
  sso?: SsoLink;
  /** Counts the changes by callers; absent before the first one. */
  revision?: number;
  /** What the user has chosen of its notifications; absent members follow the organisation. */
  notifications?: { email?: StoredEmail };
  /** Counts the changes of {@link notifications}. */
  notificationsRevision?: number;
}

/** The choices of mails; null: all. Kinds are those of alerts. */
interface StoredEmail {
  readonly enabled?: boolean;
  readonly kinds?: readonly string[] | null;
  readonly networks?: readonly number[] | null;
}

export const userModel = new Schema<UserRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    email: { type: String, required: true },
    passwordHash: { type: String, default: null },
    role: { type: String, enum: ROLES, required: true },
    tier: { type: Number, enum: [1, 2], default: 1 },
    networks: {
      type: [new Schema<NetworkGrant>({ id: Number, access: String }, { _id: false })],
      default: null,
    },
    manageInventory: { type: Boolean, default: false },
    seesUnreleased: { type: Boolean, default: false },
    disabledAt: { type: Date, default: null },
    tokenGeneration: { type: Number, default: 0 },
    tokenRevision: { type: Number, default: undefined },
    lastSignInAt: { type: Date, default: undefined },
    sso: {
      type: new Schema<SsoLink>({ issuer: String, subject: String }, { _id: false }),
      default: undefined,
    },
    revision: { type: Number, default: undefined },
    notifications: { type: Schema.Types.Mixed, default: undefined } as never,
    notificationsRevision: { type: Number, default: undefined },
    ...profileFields,
    ...factorFields,
  },
  collection('users'),
);
userModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation' });
userModel.index({ organisationId: 1, email: 1, _id: 1 }, { name: 'organisation_email' });
userModel.index(
  { organisationId: 1, 'sso.issuer': 1, 'sso.subject': 1 },
  { unique: true, name: 'sso', partialFilterExpression: { 'sso.subject': { $exists: true } } },
);
userModel.index({ email: 1 }, { unique: true, name: 'email' });
