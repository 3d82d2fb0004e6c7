import Joi from 'joi';
import type { Profile } from '../../shared/access/domain/profile.js';
import type { Locale } from '../../shared/platform/values/locales.js';
import { describeCaller } from '../../shared/access/operations/describe-caller.js';
import { updateOwnProfile } from '../../shared/access/operations/own-profile.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { ownChange } from './own-change.js';
import { meAnswer, meAnswerSchema, profileFields } from './present-me.js';

interface Input {
  name?: string | null;
  locale?: Locale | null;
  time_zone?: string | null;
}

export const updateMeEndpoint = endpoint<Input>({
  operation: 'update_me',
  summary: 'Change the own name, locale and time zone with a JSON Merge Patch',
  ...ownChange,
  routes: PATHS.updateMe,
  input: Joi.object({ ...profileFields, access_token: accessToken }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: { 200: meAnswerSchema, 422: invalidSchema },
  refusals: ['settingsInvalid', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  async handle({ deps, principal, sessionHash, requestId, ip, input, keep }) {
    const described = await describeCaller(deps, principal, sessionHash);
    const { time_zone: timeZone, ...fields } = input;
    const patch = { ...fields, ...(timeZone === undefined ? {} : { timeZone }) };
    return answerKept<Profile>(
      keep,
      (profile) => meAnswer({ ...described, profile }),
      (accompany) => updateOwnProfile(deps, principal, patch, { requestId, address: ip }, accompany),
    );
  },
});
