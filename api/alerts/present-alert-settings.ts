import Joi from 'joi';
import { ALERT_KINDS } from '../../shared/alerts/domain/alert-kinds.js';
import {
  presentAlertSettings,
  type ShownAlertSettings,
} from '../../shared/alerts/operations/alert-settings.js';
import { recordSchema } from '../http/answer-schemas.js';
import type { Answer } from '../http/endpoint.js';
import { etagOf } from '../http/etag.js';
import { kindField } from './alert-schemas.js';
import { kindsField, networksField } from './email-fields.js';

const kindSchema = Joi.object({
  enabled: Joi.boolean().required(),
  after_minutes: Joi.number().integer().allow(null).required().description('null: the kind has no silence'),
  networks: networksField.required(),
});

export const alertKindsSchema = Joi.object(
  Object.fromEntries(ALERT_KINDS.map((kind) => [kind, kindSchema.required()])),
);

export const alertSettingsSchema = Joi.object({
  kinds: alertKindsSchema.required(),
  email: Joi.object({
    enabled: Joi.boolean()
      .allow(null)
      .required()
      .description('null: administrators of all networks get mails, others do not'),
    kinds: kindsField.required(),
    networks: networksField.required(),
  })
    .required()
    .description('The e-mails of users who have not chosen'),
  mailed_kinds: Joi.array()
    .items(kindField)
    .required()
    .description('The kinds that at least one user gets by e-mail'),
  revision: Joi.number().integer().required(),
});

export const alertSettingsAnswerSchema = recordSchema('alert_settings', alertSettingsSchema);

export function alertSettingsAnswer(shown: ShownAlertSettings): Answer {
  const { mailed, revision } = shown;
  const settings = { ...presentAlertSettings(shown), mailed_kinds: mailed ?? [], revision };
  const data = { alert_settings: settings };
  return {
    status: 200,
    headers: { ETag: etagOf(revision) },
    body: { data, status: 200 },
    // Users who choose their e-mails do not change the revision.
    revalidates: mailed === null,
  };
}
