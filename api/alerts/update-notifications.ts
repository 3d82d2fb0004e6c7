import Joi from 'joi';
import type { EmailPatch } from '../../shared/alerts/operations/mail/email-settings.js';
import { updateNotifications } from '../../shared/alerts/operations/mail/own-notifications.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, flag } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { kindsField, networksField } from './email-fields.js';
import { notificationsAnswer, notificationsAnswerSchema } from './present-notifications.js';

export const updateNotificationsEndpoint = endpoint<{ email?: EmailPatch }>({
  operation: 'update_notifications',
  summary: 'Change which alerts the caller gets by e-mail with a JSON Merge Patch',
  family: 'v1',
  access: 'user',
  changes: true,
  own: true,
  routes: PATHS.updateNotifications,
  input: Joi.object({
    email: Joi.object({ enabled: flag, kinds: kindsField, networks: networksField }).unknown(false),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: notificationsAnswerSchema, 422: invalidSchema },
  refusals: ['settingsInvalid', 'revisionChanged', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  handle: ({ deps, caller, input: { email = {} }, revisions, keep }) =>
    answerKept(keep, notificationsAnswer, (accompany) =>
      updateNotifications(deps, caller, { email, revisions }, accompany),
    ),
});
