import { Schema } from 'mongoose';
import type { NetworkGrant } from '../../access/domain/access.js';
import { encryptedTextModel } from '../../platform/models/encrypted-text.js';
import { collection } from '../../platform/models/options.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';
import type { SsoRights, SsoRole } from '../domain/sso-settings.js';

type Stored<Rights> = Omit<Rights, 'networks'> & { networks: NetworkGrant[] | null };

/**
 * How the users of an organisation sign in by its identity provider. The record stays when single sign-on is removed, so that
 * its revision only grows; the other fields are then absent.
 */
export interface SsoConfigurationRecord {
  /** The organisation's id. */
  _id: number;
  revision: number;
  issuer?: string;
  clientId?: string;
  clientSecret?: EncryptedText;
  claim?: string | null;
  roles?: Stored<SsoRole>[];
  /** `default` of the API. */
  standard?: Stored<SsoRights> | null;
  required?: boolean;
  breakGlassId?: number | null;
  /** After single sign-on was removed, the id after which users without a password are still to be invited. */
  invitesAfter?: number;
}

const rights = {
  role: String,
  tier: Number,
  networks: {
    type: [new Schema<NetworkGrant>({ id: Number, access: String }, { _id: false, id: false })],
    default: null,
  },
  manageInventory: Boolean,
};

export const ssoConfigurationModel = new Schema<SsoConfigurationRecord>(
  {
    _id: Number,
    revision: { type: Number, required: true },
    issuer: String,
    clientId: String,
    clientSecret: encryptedTextModel,
    claim: String,
    roles: {
      type: [new Schema({ value: String, ...rights }, { _id: false })],
      default: undefined,
    },
    standard: { type: new Schema(rights, { _id: false }), default: undefined },
    required: { type: Boolean, default: undefined },
    breakGlassId: { type: Number, default: undefined },
    invitesAfter: { type: Number, default: undefined },
  },
  collection('sso_configurations'),
);
ssoConfigurationModel.index(
  { invitesAfter: 1 },
  { name: 'inviting', partialFilterExpression: { invitesAfter: { $exists: true } } },
);
