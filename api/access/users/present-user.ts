import Joi from 'joi';
import { readScope, ROLES, type Caller } from '../../../shared/access/domain/access.js';
import { hasSecondFactor } from '../../../shared/access/domain/sign-in-rules.js';
import type { UserRecord } from '../../../shared/access/models/user.js';
import type { KnownNetworks } from '../../../shared/access/operations/users/judge-rights.js';
import { knownNetworks } from '../../../shared/inventory/operations/known-networks.js';
import type { ApiDeps } from '../../deps.js';
import type { Answer } from '../../http/endpoint.js';
import { recordSchema } from '../../http/answer-schemas.js';
import { etagOf } from '../../http/etag.js';
import { shownPasswordLink, type ShownPasswordLink } from './present-password-link.js';

const whole = Joi.number().integer().required();
const flag = Joi.boolean().required();

export const userSchema = Joi.object({
  id: whole,
  email: Joi.string().required(),
  role: Joi.string()
    .valid(...ROLES)
    .required(),
  tier: whole.valid(1, 2),
  networks: Joi.array()
    .items(Joi.object({ id: whole, access: Joi.string().valid('full', 'read').required() }))
    .allow(null)
    .required()
    .description('Null: all networks'),
  manage_inventory: flag,
  is_disabled: flag,
  has_password: flag.description('False until the user has set one, and for users of the identity provider'),
  has_second_factor: flag,
  last_sign_in_at: Joi.string()
    .isoDate()
    .allow(null)
    .required()
    .description('When the user last entered its password'),
  revision: whole,
});

export function presentUser(user: UserRecord) {
  const { _id, email, role, tier, networks, manageInventory, passwordHash } = user;
  const { disabledAt, lastSignInAt, revision } = user;
  return {
    id: _id,
    email,
    role,
    tier,
    networks: networks?.map(({ id, access }) => ({ id, access })) ?? null,
    manage_inventory: manageInventory,
    is_disabled: Boolean(disabledAt),
    has_password: passwordHash !== null,
    has_second_factor: hasSecondFactor(user),
    last_sign_in_at: lastSignInAt?.toISOString() ?? null,
    revision: revision ?? 0,
  };
}

export const userAnswerSchema = recordSchema('user', userSchema);

export const newUserSchema = userSchema.keys({
  invitation: shownPasswordLink.description(
    'The link at which the user sets its password; shown once, null in a replay',
  ),
});

/** The answer of an operation on one user. */
export function userAnswer(user: UserRecord): Answer {
  return {
    status: 200,
    headers: { ETag: etagOf(user.revision ?? 0) },
    body: { data: { user: presentUser(user) }, status: 200 },
  };
}

/** The answer to the creation of a user, who has not signed in. @param invitation null in a replay */
export function newUserAnswer(user: UserRecord, invitation: ShownPasswordLink | null): Answer {
  const shown = { ...presentUser(user), invitation };
  const headers = { ETag: etagOf(user.revision ?? 0) };
  return { status: 201, headers, body: { data: { user: shown }, status: 201 } };
}

/** The networks that the caller sees, for the check of grants. */
export function networksOf({ stores }: ApiDeps, caller: Caller): KnownNetworks {
  return knownNetworks(stores, readScope(caller));
}
