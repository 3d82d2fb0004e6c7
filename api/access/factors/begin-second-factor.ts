import Joi from 'joi';
import { beginPasskey } from '../../../shared/access/operations/factors/begin-passkey.js';
import { beginTotp } from '../../../shared/access/operations/factors/begin-totp.js';
import type { FactorKind } from '../../../shared/access/models/second-factor.js';
import { invalidSchema, recordSchema } from '../../http/answer-schemas.js';
import { endpoint } from '../../http/endpoint.js';
import { accessToken } from '../../http/fields.js';
import { PATHS } from '../../paths.js';
import { ownChange } from '../own-change.js';
import { creationOptionsSchema } from '../passkey-fields.js';
import { factorName } from './factor-fields.js';

const NAMES: Readonly<Record<FactorKind, string>> = { totp: 'Authenticator app', passkey: 'Passkey' };

const begunSchema = Joi.object({
  id: Joi.string().required(),
  secret: Joi.string().description('Of an app, in base32 for one that reads no QR code'),
  uri: Joi.string().description('Of an app: what the QR code contains'),
  options: creationOptionsSchema,
  expires_at: Joi.string().isoDate().required(),
});

export const beginSecondFactorEndpoint = endpoint<{ kind: FactorKind; name?: string }>({
  operation: 'begin_second_factor',
  summary: 'Begin to set up an authenticator app or a passkey, which confirm_second_factor adds',
  ...ownChange,
  withoutFactor: true,
  showsSecrets: true,
  routes: PATHS.beginSecondFactor,
  input: Joi.object({
    kind: Joi.string().valid('totp', 'passkey').required(),
    name: factorName.description('By default “Authenticator app” or “Passkey”'),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  output: { 201: recordSchema('second_factor', begunSchema), 422: invalidSchema },
  refusals: ['recentSignInRequired', 'settingsInvalid', 'stateForbids'],
  async handle({ deps, input: { kind, name }, sessionHash }) {
    const begin = kind === 'totp' ? beginTotp : beginPasskey;
    const { expiresAt, ...begun } = await begin(deps, sessionHash ?? '', name ?? NAMES[kind]);
    const shown = { ...begun, expires_at: expiresAt.toISOString() };
    return { status: 201, body: { data: { second_factor: shown }, status: 201 } };
  },
});
