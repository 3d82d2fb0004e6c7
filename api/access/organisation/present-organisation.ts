import Joi from 'joi';
import type { ShownOrganisation } from '../../../shared/access/operations/organisation-settings.js';
import { organisationFields } from '../../../shared/access/domain/organisation-fields.js';
import { recordSchema } from '../../http/answer-schemas.js';
import type { Answer } from '../../http/endpoint.js';
import { etagOf } from '../../http/etag.js';
import { flag } from '../../http/fields.js';

/** The rules of an organisation under the names of the API. */
export const ruleFields = {
  require_second_factor: flag.description('Whether users must have a second factor'),
  session_idle_minutes: organisationFields.session_idle_minutes.description(
    'After how many minutes without a request a browser session ends',
  ),
};

export const organisationAnswerSchema = recordSchema(
  'organisation',
  Joi.object({
    id: Joi.number().integer().required(),
    name: Joi.string().required(),
    no_of_aps: Joi.number().integer().required().description('How many devices it may have'),
    require_second_factor: ruleFields.require_second_factor.required(),
    session_idle_minutes: ruleFields.session_idle_minutes.required(),
    revision: Joi.number().integer().required(),
  }),
);

export function organisationAnswer({ id, name, noOfAps, rules, revision }: ShownOrganisation): Answer {
  const organisation = {
    id,
    name,
    no_of_aps: noOfAps,
    require_second_factor: rules.requiresSecondFactor,
    session_idle_minutes: rules.idleMinutes,
    revision,
  };
  return {
    status: 200,
    headers: { ETag: etagOf(revision) },
    body: { data: { organisation }, status: 200 },
  };
}
