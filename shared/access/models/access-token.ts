import { Schema } from 'mongoose';
import type { TokenScope } from '../domain/token-limits.js';
import { collection } from '../../platform/models/options.js';

/** The browser of a sign-in. */
export interface SignInPlace {
  /** The address of the client. */
  readonly address: string;
  /** The User-Agent that the browser sent, cut; empty without one. */
  readonly browser: string;
}

/** A sign-in at an identity provider. */
export interface SsoSignIn {
  issuer: string;
  /** Whether the provider is asked every hour whether the user may still sign in. */
  isRefreshed: boolean;
  /** The id of the session at the provider, if it gives one; absent for tokens. */
  sid?: string;
}

/** An access token or a browser session; the id is the SHA-256 of the secret. */
export interface AccessTokenRecord {
  _id: string;
  kind: 'token' | 'session';
  /** The public id; computed from the hash, so that neither the token nor its hash is exposed. */
  publicId?: string;
  name?: string | null;
  /** The first characters of the secret of a token; null in sessions. */
  prefix?: string | null;
  /**
   * The public ids of the token that this one was made with, of the one that that was made with, and so on: it ends with
   * each of them. Absent for tokens that were made with a password or a session.
   */
  parentIds?: string[];
  /** Incremented by every transaction that makes a token with this one, so that a revocation at the same time conflicts. */
  childRevision?: number;
  /** The sign-in at an identity provider of a session, and of the tokens that it has made; absent for others. */
  sso?: SsoSignIn;
  /** What a token is limited to; absent: to nothing. */
  scopes?: TokenScope[];
  networks?: number[];
  /** Where a session was signed in; absent for tokens. */
  signedInFrom?: SignInPlace;
  /** For tokens without an organisation, the id of an operator of the installation. */
  userId: number;
  organisationId: number | null;
  /** The holder's tokenGeneration when the token was created. */
  generation?: number;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

export const accessTokenModel = new Schema<AccessTokenRecord>(
  {
    _id: String,
    kind: { type: String, enum: ['token', 'session'], required: true },
    publicId: String,
    name: { type: String, default: null },
    prefix: { type: String, default: null },
    parentIds: { type: [String], default: undefined },
    childRevision: { type: Number, default: undefined },
    sso: {
      type: new Schema<SsoSignIn>({ issuer: String, isRefreshed: Boolean, sid: String }, { _id: false }),
      default: undefined,
    },
    scopes: { type: [String], default: undefined },
    networks: { type: [Number], default: undefined },
    signedInFrom: {
      type: new Schema<SignInPlace>({ address: String, browser: String }, { _id: false }),
      default: undefined,
    },
    userId: { type: Number, required: true },
    organisationId: { type: Number, default: null },
    generation: { type: Number, default: 0 },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    lastUsedAt: { type: Date, default: null },
  },
  collection('access_tokens'),
);
accessTokenModel.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiry' });
accessTokenModel.index(
  { organisationId: 1, userId: 1, createdAt: -1, publicId: -1 },
  { name: 'organisation_user_newest' },
);
accessTokenModel.index(
  { organisationId: 1, parentIds: 1 },
  { name: 'organisation_parents', partialFilterExpression: { parentIds: { $exists: true } } },
);
accessTokenModel.index(
  { organisationId: 1, 'sso.sid': 1 },
  { name: 'organisation_sid', partialFilterExpression: { 'sso.sid': { $exists: true } } },
);
accessTokenModel.index({ organisationId: 1, publicId: 1 }, { name: 'organisation_public_id' });
