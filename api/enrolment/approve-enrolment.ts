import Joi from 'joi';
import { partNumber } from '../../shared/firmware/domain/firmware-file.js';
import { approveEnrolment, findToApprove } from '../../shared/enrolment/operations/approve-enrolment.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, numberId, pathId, UNKNOWN_ID } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { approvedAnswer, enrolmentAnswerSchema } from './present-enrolment.js';

interface Input {
  id: number;
  part_number: string | null;
  network_id: number | null;
}

export const approveEnrolmentEndpoint = endpoint<Input>({
  operation: 'approve_enrolment',
  summary: 'Add a device that waits to the inventory; it connects, or gets its key, when it asks again',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.approveEnrolment,
  input: Joi.object({
    id: pathId,
    part_number: partNumber
      .empty(Joi.valid('', null))
      .default(null)
      .description('Required where no hardware part, or more than one, has the board'),
    network_id: numberId
      .empty(Joi.valid('', null))
      .default(null)
      .description('The network of a device with a certificate; null for none'),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: { 200: enrolmentAnswerSchema, 422: invalidSchema },
  refusals: [
    'enrolmentNotFound',
    'forbidden',
    'networkNotFound',
    'stateForbids',
    'settingsInvalid',
    'inventoryFull',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID, network_id: networkId = null } }) =>
    findToApprove(deps, caller, { id, networkId }),
  handle: ({ deps, caller, input, keep }) => {
    const { id, part_number: partNumber, network_id: networkId } = input;
    return answerKept(keep, approvedAnswer, (accompany) =>
      approveEnrolment(deps, caller, { id, partNumber, networkId }, accompany),
    );
  },
});
