import Joi from 'joi';
import type { TagRecord } from '../../shared/inventory/models/tag.js';
import { createTag } from '../../shared/inventory/operations/change-tag.js';
import { nameText } from '../../shared/platform/values/texts.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { tagAnswer, tagAnswerSchema } from './present-picker.js';

/** The name of a tag, unique in its organisation. */
export const tagName = nameText.required();

export const createTagEndpoint = endpoint<{ name: string }>({
  operation: 'create_tag',
  summary: 'Create a tag',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.createTag,
  input: Joi.object({ name: tagName, access_token: accessToken }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: { 201: tagAnswerSchema, 422: invalidSchema },
  refusals: ['forbidden', 'settingsInvalid', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  async handle({ deps, caller, input: { name }, keep }) {
    return answerKept(
      keep,
      (tag: TagRecord) => tagAnswer(tag, 201),
      (accompany) => createTag(deps, caller, name, accompany),
    );
  },
});
