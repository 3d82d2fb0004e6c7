import Joi from 'joi';
import { ROLES, type NetworkGrant, type Role } from '../../../shared/access/domain/access.js';
import { grantList } from '../../../shared/access/domain/user-fields.js';
import { emailText } from '../../../shared/platform/values/email.js';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../../shared/access/operations/judge-password.js';
import { flag } from '../../http/fields.js';

export const newPassword = Joi.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD);

/** A caller gives no password to others: each sets its own, at a link. */
export const noPassword = Joi.any()
  .forbidden()
  .messages({ 'any.unknown': '{{#label}} is set by the user, at a link' });

export interface UserFields {
  email: string;
  role: Role;
  tier: 1 | 2;
  networks: NetworkGrant[] | null;
  manage_inventory: boolean;
}

/** The fields of a user that callers set. */
export const userFields = {
  email: emailText,
  role: Joi.string().valid(...ROLES),
  tier: Joi.number().valid(1, 2),
  networks: grantList.allow(null).description('Null: all networks'),
  manage_inventory: flag,
};
