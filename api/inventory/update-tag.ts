import Joi from 'joi';
import { findTagToChange, renameTag } from '../../shared/inventory/operations/change-tag.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, pathId, UNKNOWN_ID } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { tagName } from './create-tag.js';
import { tagAnswer, tagAnswerSchema } from './present-picker.js';

export const updateTagEndpoint = endpoint<{ id: number; name: string }>({
  operation: 'update_tag',
  summary: 'Rename a tag',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.updateTag,
  input: Joi.object({ id: pathId, name: tagName, access_token: accessToken }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: { 200: tagAnswerSchema, 422: invalidSchema },
  refusals: ['tagNotFound', 'forbidden', 'settingsInvalid', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findTagToChange(deps, caller, id),
  async handle({ deps, caller, input, keep }) {
    return answerKept(keep, tagAnswer, (accompany) => renameTag(deps, caller, input, accompany));
  },
});
