import Joi from 'joi';
import { findWebhook } from '../../shared/webhooks/operations/change-webhook.js';
import { updateWebhook, type WebhookPatch } from '../../shared/webhooks/operations/update-webhook.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, flag, pathId, UNKNOWN_ID } from '../http/fields.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { webhookAnswer, webhookAnswerSchema } from './present-webhook.js';
import { typesField, urlField } from './webhook-input.js';

export const updateWebhookEndpoint = endpoint<WebhookPatch & { id: number }>({
  operation: 'update_webhook',
  summary: 'Change a webhook with a JSON Merge Patch, or enable it again',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.updateWebhook,
  input: Joi.object({
    id: pathId,
    url: urlField,
    types: typesField,
    enabled: flag,
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: webhookAnswerSchema, 422: invalidSchema },
  refusals: [
    'forbidden',
    'webhookNotFound',
    'settingsInvalid',
    'webhookUrlRefused',
    'revisionChanged',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findWebhook(deps, caller, id),
  handle: ({ deps, caller, input, revisions, keep }) =>
    answerKept(keep, webhookAnswer, (accompany) =>
      updateWebhook(deps, caller, { ...input, revisions }, accompany),
    ),
});
