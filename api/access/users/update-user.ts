import Joi from 'joi';
import { findUser } from '../../../shared/access/operations/users/find-user.js';
import { updateUser } from '../../../shared/access/operations/users/update-user.js';
import { invalidSchema } from '../../http/answer-schemas.js';
import { endpoint } from '../../http/endpoint.js';
import { accessToken, flag, pathId, UNKNOWN_ID } from '../../http/fields.js';
import { answerKept } from '../../http/idempotency.js';
import { PATHS } from '../../paths.js';
import { networksOf, userAnswer, userAnswerSchema } from './present-user.js';
import { noPassword, userFields, type UserFields } from './user-input.js';

interface Input extends Partial<UserFields> {
  id: number;
  is_disabled?: boolean;
}

const fields = {
  id: pathId,
  ...userFields,
  is_disabled: flag,
  access_token: accessToken,
};

export const updateUserEndpoint = endpoint<Input>({
  operation: 'update_user',
  summary: 'Change, disable or enable a user whom the caller manages, with a JSON Merge Patch',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.updateUser,
  input: Joi.object({ ...fields, password: noPassword }),
  documented: Joi.object(fields),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: userAnswerSchema, 422: invalidSchema },
  refusals: [
    'forbidden',
    'userNotFound',
    'settingsInvalid',
    'stateForbids',
    'revisionChanged',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findUser(deps, caller, id),
  async handle({ deps, caller, input, revisions, keep }) {
    const { manage_inventory: manageInventory, is_disabled: isDisabled, ...given } = input;
    const patch = { ...given, manageInventory, isDisabled, revisions };
    const known = networksOf(deps, caller);
    return answerKept(keep, userAnswer, (accompany) => updateUser(deps, caller, patch, known, accompany));
  },
});
