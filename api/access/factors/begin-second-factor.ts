import Joi from 'joi';
import { beginTotp } from '../../../shared/access/operations/factors/begin-totp.js';
import { nameText } from '../../../shared/platform/values/texts.js';
import { invalidSchema, recordSchema } from '../../http/answer-schemas.js';
import { endpoint } from '../../http/endpoint.js';
import { accessToken } from '../../http/fields.js';
import { PATHS } from '../../paths.js';
import { ownChange } from '../own-change.js';

const begunSchema = Joi.object({
  id: Joi.string().required(),
  secret: Joi.string().required().description('In base32, for an app that reads no QR code'),
  uri: Joi.string().required().description('What the QR code contains'),
  expires_at: Joi.string().isoDate().required(),
});

export const beginSecondFactorEndpoint = endpoint<{ kind: 'totp'; name: string }>({
  operation: 'begin_second_factor',
  summary: 'Begin to set up an authenticator app; its first code confirms it',
  ...ownChange,
  withoutFactor: true,
  showsSecrets: true,
  routes: PATHS.beginSecondFactor,
  input: Joi.object({
    kind: Joi.string().valid('totp').required(),
    name: nameText.max(100).default('Authenticator app'),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  output: { 201: recordSchema('second_factor', begunSchema), 422: invalidSchema },
  refusals: ['recentSignInRequired', 'settingsInvalid', 'stateForbids'],
  async handle({ deps, input: { name }, sessionHash }) {
    const { id, secret, uri, expiresAt } = await beginTotp(deps, sessionHash ?? '', name);
    const begun = { id, secret, uri, expires_at: expiresAt.toISOString() };
    return { status: 201, body: { data: { second_factor: begun }, status: 201 } };
  },
});
