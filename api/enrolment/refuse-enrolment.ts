import { refuseEnrolment } from '../../shared/enrolment/operations/refuse-enrolment.js';
import { endpoint } from '../http/endpoint.js';
import { recordId } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { enrolmentAnswerSchema, refusedAnswer } from './present-enrolment.js';

export const refuseEnrolmentEndpoint = endpoint<{ id: number }>({
  operation: 'refuse_enrolment',
  summary: 'Refuse a device that waits',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.refuseEnrolment,
  input: recordId,
  headers: ['Idempotency-Key'],
  output: { 200: enrolmentAnswerSchema },
  refusals: ['enrolmentNotFound', 'forbidden', 'stateForbids', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  handle: ({ deps, caller, input: { id }, keep }) =>
    answerKept(keep, refusedAnswer, (accompany) => refuseEnrolment(deps, caller, id, accompany)),
});
