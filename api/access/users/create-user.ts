import Joi from 'joi';
import { requireUserManager } from '../../../shared/access/domain/access.js';
import { requireManagedRole } from '../../../shared/access/operations/users/judge-rights.js';
import { createUser } from '../../../shared/access/operations/users/create-user.js';
import { invalidSchema, recordSchema } from '../../http/answer-schemas.js';
import { endpoint } from '../../http/endpoint.js';
import { accessToken } from '../../http/fields.js';
import { PATHS } from '../../paths.js';
import { presentPasswordLink } from './present-password-link.js';
import { networksOf, newUserAnswer, newUserSchema } from './present-user.js';
import { noPassword, userFields, type UserFields } from './user-input.js';

interface Input extends Omit<UserFields, 'tier'> {
  tier?: UserFields['tier'];
}

const fields = {
  email: userFields.email.required(),
  role: userFields.role.required(),
  tier: userFields.tier.description('By default that of the caller'),
  networks: userFields.networks.default(null),
  manage_inventory: userFields.manage_inventory.default(false),
  access_token: accessToken,
};

export const createUserEndpoint = endpoint<Input>({
  operation: 'create_user',
  summary: 'Invite a user with a role below that of the caller, who sets a password at a link',
  family: 'v1',
  access: 'user',
  changes: true,
  showsSecrets: true,
  routes: PATHS.createUser,
  input: Joi.object({ ...fields, password: noPassword }),
  documented: Joi.object(fields),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: {
    201: recordSchema('user', newUserSchema),
    422: invalidSchema,
  },
  refusals: ['forbidden', 'settingsInvalid', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  beforeFields: ({ caller, input: { role } }) => {
    requireUserManager(caller);
    requireManagedRole(caller, role);
  },
  async handle({ deps, caller, input, keep }) {
    const { manage_inventory: manageInventory, ...given } = input;
    const known = networksOf(deps, caller);
    const { user, invitation } = await createUser(
      deps,
      caller,
      { ...given, manageInventory },
      known,
      (created, session) => keep(newUserAnswer(created, null), session),
    );
    return newUserAnswer(user, presentPasswordLink(deps, invitation));
  },
});
