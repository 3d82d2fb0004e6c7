import Joi from 'joi';
import {
  createEnrolmentToken,
  requireTokenNetwork,
  type RevealedEnrolmentToken,
} from '../../shared/enrolment/operations/create-enrolment-token.js';
import { listOf } from '../../shared/platform/values/lists.js';
import { tokenName } from '../../shared/platform/values/texts.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, flag, numberId, time } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { revealedTokenAnswer, revealedTokenAnswerSchema } from './present-enrolment-token.js';

interface Input {
  name: string;
  network_id: number | null;
  tag_ids: number[];
  expires_at: Date;
  max_devices: number;
  approval: boolean;
  replace: boolean;
}

const MAX_DEVICES = 100_000;
const MAX_TAGS = 100;

export const createEnrolmentTokenEndpoint = endpoint<Input>({
  operation: 'create_enrolment_token',
  summary: 'Create a token with which devices enrol themselves',
  family: 'v1',
  access: 'user',
  changes: true,
  showsSecrets: true,
  routes: PATHS.createEnrolmentToken,
  input: Joi.object({
    name: tokenName.required(),
    network_id: numberId.allow(null).default(null).description('The network of the devices; null for none'),
    tag_ids: listOf(numberId).max(MAX_TAGS).unique().default([]),
    expires_at: time.required(),
    max_devices: Joi.number().integer().min(1).max(MAX_DEVICES).required(),
    approval: flag.default(false).description('Whether every device waits for a person'),
    replace: flag
      .default(false)
      .description('Whether a device that has been silent for a day may get another key'),
    identity: Joi.string().valid('key').default('key').description('How the devices identify themselves'),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: { 201: revealedTokenAnswerSchema, 422: invalidSchema },
  refusals: [
    'forbidden',
    'networkNotFound',
    'settingsInvalid',
    'tooManyOpen',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  beforeFields: ({ deps, caller, input: { network_id: id = null } }) => requireTokenNetwork(deps, caller, id),
  async handle({ deps, caller, input, keep }) {
    const { name, approval, replace } = input;
    const fields = {
      name,
      networkId: input.network_id,
      tagIds: input.tag_ids,
      expiresAt: input.expires_at,
      maxDevices: input.max_devices,
      approval,
      replace,
    };
    return answerKept(
      keep,
      (revealed: RevealedEnrolmentToken) => revealedTokenAnswer(revealed),
      (accompany) => createEnrolmentToken(deps, caller, fields, accompany),
    );
  },
});
