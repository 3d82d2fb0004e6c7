import Joi from 'joi';
import { updateOrganisation } from '../../../shared/access/operations/organisation-settings.js';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import { invalidSchema } from '../../http/answer-schemas.js';
import { endpoint } from '../../http/endpoint.js';
import { accessToken } from '../../http/fields.js';
import { answerKept } from '../../http/idempotency.js';
import { PATHS } from '../../paths.js';
import { organisationAnswer, organisationAnswerSchema, ruleFields } from './present-organisation.js';

interface Input {
  require_second_factor?: boolean;
  session_idle_minutes?: number;
}

export const updateOrganisationEndpoint = endpoint<Input>({
  operation: 'update_organisation',
  summary: "Change how the users of the caller's organisation sign in with a JSON Merge Patch",
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.updateOrganisation,
  input: Joi.object({ ...ruleFields, access_token: accessToken }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: organisationAnswerSchema, 422: invalidSchema },
  refusals: [
    'forbidden',
    'settingsInvalid',
    'revisionChanged',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  beforeFields: ({ caller }) => {
    if (caller.role !== 'super_admin') throw new AppError('forbidden');
  },
  handle({ deps, caller, input, revisions, keep }) {
    const { require_second_factor: requiresSecondFactor, session_idle_minutes: idleMinutes } = input;
    const patch = {
      ...(requiresSecondFactor === undefined ? {} : { requiresSecondFactor }),
      ...(idleMinutes === undefined ? {} : { idleMinutes }),
      revisions,
    };
    return answerKept(keep, organisationAnswer, (accompany) =>
      updateOrganisation(deps, caller, patch, accompany),
    );
  },
});
