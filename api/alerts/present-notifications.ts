import Joi from 'joi';
import { presentEmail } from '../../shared/alerts/operations/mail/email-settings.js';
import type { OwnNotifications } from '../../shared/alerts/operations/mail/own-notifications.js';
import { recordSchema } from '../http/answer-schemas.js';
import type { Answer } from '../http/endpoint.js';
import { etagOf } from '../http/etag.js';
import { kindsField, networksField } from './email-fields.js';

const emailSchema = Joi.object({
  enabled: Joi.boolean().required(),
  kinds: kindsField.required(),
  networks: networksField.required(),
});

export const notificationsSchema = Joi.object({
  email: emailSchema.required(),
  sends_email: Joi.boolean().required().description('Whether the installation sends e-mails'),
  revision: Joi.number().integer().required(),
});

export const notificationsAnswerSchema = recordSchema('notifications', notificationsSchema);

export function notificationsAnswer({ email, sendsEmail, revision }: OwnNotifications): Answer {
  const notifications = { email: presentEmail(email), sends_email: sendsEmail, revision };
  return {
    status: 200,
    headers: { ETag: etagOf(revision) },
    body: { data: { notifications }, status: 200 },
  };
}
