import { Schema } from 'mongoose';
import { ROLES, type Role } from '../domain/access.js';
import { collection } from '../../platform/models/options.js';

/** A link at which the holder of an account sets its password, or a new email, once; the id is the SHA-256 of its secret. */
export interface PasswordLinkRecord {
  _id: string;
  userId: number;
  /** Null for an operator of the installation. */
  organisationId: number | null;
  /** Those of the account when the link was made, which ends when one of them changes. */
  email: string;
  /** The email that the account gets; absent: the link sets a password. */
  newEmail?: string;
  role: Role | null;
  /** The tokenGeneration of the account then. */
  generation: number;
  createdAt: Date;
  expiresAt: Date;
}

export const passwordLinkModel = new Schema<PasswordLinkRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    organisationId: { type: Number, default: null },
    email: { type: String, required: true },
    newEmail: { type: String, default: undefined },
    role: { type: String, enum: [...ROLES, null], default: null },
    generation: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  collection('password_links'),
);
passwordLinkModel.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiry' });
