import Joi from 'joi';
import { requestEmail } from '../../shared/access/operations/links/request-email.js';
import { emailText } from '../../shared/platform/values/email.js';
import { invalidSchema, recordSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { ownChange } from './own-change.js';

export const changeOwnEmailEndpoint = endpoint<{ email: string }>({
  operation: 'change_own_email',
  summary: 'Ask for another email in a browser session that has just signed in: a link is mailed to it',
  ...ownChange,
  routes: PATHS.changeOwnEmail,
  input: Joi.object({ email: emailText.required() }),
  invalid: 'settingsInvalid',
  output: {
    202: recordSchema(
      'email_change',
      Joi.object({ email: Joi.string().required(), expires_at: Joi.string().isoDate().required() }),
    ),
    422: invalidSchema,
  },
  refusals: ['recentSignInRequired', 'stateForbids', 'settingsInvalid'],
  async handle({ deps, input, sessionHash, requestId, ip }) {
    const place = { requestId, address: ip };
    const { email, expiresAt } = await requestEmail(deps, sessionHash ?? '', input.email, place);
    const change = { email, expires_at: expiresAt.toISOString() };
    return { status: 202, body: { data: { email_change: change }, status: 202 } };
  },
});
