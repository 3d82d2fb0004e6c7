import Joi from 'joi';
import type { NetworkGrant } from './access.js';

const MAX_GRANTS = 1000;
/** How many valid access tokens a user or an operator may have. */
export const MAX_TOKENS = 100;

/** The networks that a user is restricted to, the same for requests, the command line and fleet files. */
export const grantList = Joi.array<NetworkGrant[]>()
  .items(
    Joi.object({
      id: Joi.number().integer().min(1).required(),
      access: Joi.string().valid('full', 'read').required(),
    }),
  )
  .unique('id')
  .max(MAX_GRANTS);
