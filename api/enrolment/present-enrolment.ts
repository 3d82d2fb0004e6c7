import Joi from 'joi';
import { fieldsOfRequest } from '../../shared/enrolment/domain/enrolment-entries.js';
import { ENROLMENT_STATES, WAIT_REASONS } from '../../shared/enrolment/domain/judge-enrolment.js';
import type { EnrolmentRecord } from '../../shared/enrolment/models/enrolment.js';
import type { ApprovedEnrolment } from '../../shared/enrolment/operations/approve-enrolment.js';
import type { EnrolmentView } from '../../shared/enrolment/operations/list-enrolments.js';
import { recordSchema } from '../http/answer-schemas.js';
import type { Answer } from '../http/endpoint.js';

const whole = Joi.number().integer().required();
const text = Joi.string().allow('').required();

const enrolmentFields = {
  id: whole,
  mac_id: text.example('02:00:5E:10:00:01'),
  router_serial_number: text,
  board: text.description('As the device names its board'),
  agent: text,
  public_ip: text,
  state: Joi.string()
    .valid(...ENROLMENT_STATES, 'approved')
    .required(),
  reason: Joi.string()
    .valid(...WAIT_REASONS)
    .required()
    .description(
      'Why it waits: the token asks for an approval, no hardware part has the board, or it has a certificate and no token',
    ),
  replaces: Joi.boolean().required().description('Whether a device of the inventory gets another key'),
  token_id: whole.allow(null).description('Null for a device with a certificate'),
  created_at: Joi.string().isoDate().required(),
  asked_at: Joi.string().isoDate().required().description('When it has asked last, to within an hour'),
};

export const enrolmentSchema = Joi.object({
  ...enrolmentFields,
  token_name: text.allow(null).description('Null when the token is revoked, and without one'),
});

const judgedSchema = Joi.object({
  ...enrolmentFields,
  device_id: whole.allow(null).description('The device that it has become'),
  part_number: text.allow(null),
});

export const enrolmentAnswerSchema = recordSchema('enrolment', judgedSchema);

export function presentEnrolment({ enrolment, tokenName }: EnrolmentView) {
  return { ...shown(enrolment), token_name: tokenName };
}

export function approvedAnswer({ enrolment, deviceId, partNumber }: ApprovedEnrolment): Answer {
  return answerOf({ ...shown(enrolment), state: 'approved', device_id: deviceId, part_number: partNumber });
}

export function refusedAnswer(enrolment: EnrolmentRecord): Answer {
  return answerOf({ ...shown(enrolment), device_id: null, part_number: null });
}

function answerOf(enrolment: object): Answer {
  return { status: 200, body: { data: { enrolment }, status: 200 } };
}

function shown(enrolment: EnrolmentRecord) {
  const { _id: id, state, reason, replaces, tokenId, createdAt, askedAt } = enrolment;
  return {
    id,
    ...fieldsOfRequest(enrolment),
    state,
    reason,
    replaces,
    token_id: tokenId,
    created_at: createdAt.toISOString(),
    asked_at: askedAt.toISOString(),
  };
}
