import Joi from 'joi';
import { fieldsOfToken } from '../../shared/enrolment/domain/enrolment-entries.js';
import type { EnrolmentTokenRecord } from '../../shared/enrolment/models/enrolment-token.js';
import type { RevealedEnrolmentToken } from '../../shared/enrolment/operations/create-enrolment-token.js';
import { recordSchema } from '../http/answer-schemas.js';
import type { Answer } from '../http/endpoint.js';

const whole = Joi.number().integer().required();
const flag = Joi.boolean().required();
const time = Joi.string().isoDate().required();

export const enrolmentTokenSchema = Joi.object({
  id: whole,
  name: Joi.string().required(),
  prefix: Joi.string().required().description('The first 8 characters of the token'),
  network_id: whole.allow(null),
  tag_ids: Joi.array().items(Joi.number().integer()).required(),
  expires_at: time,
  max_devices: whole,
  devices: whole.description('The devices that it has enrolled, and those that wait'),
  approval: flag.description('Whether every device waits for a person'),
  replace: flag.description('Whether a device that has been silent for a day may get another key'),
  identity: Joi.string().valid('key').required(),
  created_at: time,
});

/** The same with the token, which is shown once. */
const revealedTokenSchema = enrolmentTokenSchema.keys({
  token: Joi.string().required().description('Shown once'),
});

export const revealedTokenAnswerSchema = recordSchema('enrolment_token', revealedTokenSchema);

export function presentEnrolmentToken(token: EnrolmentTokenRecord) {
  return {
    id: token._id,
    ...fieldsOfToken(token),
    prefix: token.prefix,
    devices: token.places,
    created_at: token.createdAt.toISOString(),
  };
}

export function revealedTokenAnswer({ token, secret }: RevealedEnrolmentToken): Answer {
  const enrolment_token = { ...presentEnrolmentToken(token), token: secret };
  return { status: 201, body: { data: { enrolment_token }, status: 201 } };
}
