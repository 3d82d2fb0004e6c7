import Joi from 'joi';
import { ROLES, type NetworkGrant, type Role } from '../../../shared/access/domain/access.js';
import { flag, numberId } from '../../http/fields.js';

const MAX_NETWORKS = 1000;

export interface UserFields {
  email: string;
  role: Role;
  tier: 1 | 2;
  networks: NetworkGrant[] | null;
  manage_inventory: boolean;
}

/** The fields of a user that callers set. */
export const userFields = {
  email: Joi.string()
    .trim()
    .lowercase()
    .max(320)
    .pattern(/^[^\s@]+@[^\s@]+$/)
    .messages({ 'string.pattern.base': 'must be an email address' }),
  role: Joi.string().valid(...ROLES),
  tier: Joi.number().valid(1, 2),
  networks: Joi.array()
    .items(
      Joi.object({
        id: numberId.required(),
        access: Joi.string().valid('full', 'read').required(),
      }),
    )
    .unique('id')
    .max(MAX_NETWORKS)
    .allow(null)
    .description('Null: all networks'),
  manage_inventory: flag,
};
