import Joi from 'joi';
import { revokeEnrolmentToken } from '../../shared/enrolment/operations/revoke-enrolment-token.js';
import { deletionEndpoint } from '../http/deletion.js';
import { recordId } from '../http/fields.js';
import { PATHS } from '../paths.js';

export const revokeEnrolmentTokenEndpoint = deletionEndpoint({
  operation: 'revoke_enrolment_token',
  summary: 'Revoke an enrolment token',
  routes: PATHS.revokeEnrolmentToken,
  input: recordId,
  answer: { status: 204 },
  output: Joi.any(),
  refusals: ['enrolmentNotFound', 'forbidden'],
  run: (deps, caller, { id }, accompany) => revokeEnrolmentToken(deps, caller, id, accompany),
});
