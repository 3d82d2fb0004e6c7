import Joi from 'joi';
import { requireAdministrator } from '../../shared/access/domain/access.js';
import { ALERT_KINDS } from '../../shared/alerts/domain/alert-kinds.js';
import { updateAlertSettings, type KindsPatch } from '../../shared/alerts/operations/alert-settings.js';
import type { EmailPatch } from '../../shared/alerts/operations/mail/email-settings.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, flag } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { kindsField, networksField } from './email-fields.js';
import { alertSettingsAnswer, alertSettingsAnswerSchema } from './present-alert-settings.js';

const kindField = Joi.object({
  enabled: flag,
  after_minutes: Joi.number().integer().min(3).max(1440).allow(null),
  networks: networksField,
}).unknown(false);

export const updateAlertSettingsEndpoint = endpoint<{ kinds?: KindsPatch; email?: EmailPatch }>({
  operation: 'update_alert_settings',
  summary: 'Change which alerts the organisation opens with a JSON Merge Patch',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.updateAlertSettings,
  input: Joi.object({
    kinds: Joi.object(Object.fromEntries(ALERT_KINDS.map((kind) => [kind, kindField]))).unknown(false),
    email: Joi.object({
      enabled: flag.allow(null),
      kinds: kindsField,
      networks: networksField,
    }).unknown(false),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: alertSettingsAnswerSchema, 422: invalidSchema },
  refusals: [
    'forbidden',
    'settingsInvalid',
    'revisionChanged',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  beforeFields: ({ caller }) => {
    requireAdministrator(caller);
  },
  handle: ({ deps, caller, input: { kinds, email }, revisions, keep }) =>
    answerKept(keep, alertSettingsAnswer, (accompany) =>
      updateAlertSettings(deps, caller, { kinds, email, revisions }, accompany),
    ),
});
