import Joi from 'joi';
import { MEANING_FIELDS, MEANING_WORDS } from '../../shared/configuration/domain/meanings.js';
import { showMeanings } from '../../shared/configuration/operations/load-meanings.js';
import { recordSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';

export const meaningsSchema = Joi.object(
  Object.fromEntries(
    MEANING_FIELDS.map((field) => [
      field,
      Joi.object()
        .pattern(/^\d{1,9}$/, Joi.string().valid(...MEANING_WORDS[field]))
        .required(),
    ]),
  ),
);

export const configurationMeaningsEndpoint = endpoint<object>({
  operation: 'configuration_meanings',
  summary: 'Show what the numbers of SSIDs and uplinks mean',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.configurationMeanings,
  input: Joi.object({ access_token: accessToken }),
  headers: ['If-None-Match'],
  output: { 200: recordSchema('meanings', meaningsSchema) },
  refusals: [],
  async handle({ deps }) {
    const body = { data: { meanings: await showMeanings(deps) }, status: 200 };
    return revalidated(body);
  },
});
