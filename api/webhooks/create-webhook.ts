import Joi from 'joi';
import { requireAdministrator } from '../../shared/access/domain/access.js';
import { createWebhook } from '../../shared/webhooks/operations/create-webhook.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { revealedAnswer, revealedAnswerSchema } from './present-webhook.js';
import { typesField, urlField, type WebhookFields } from './webhook-input.js';

export const createWebhookEndpoint = endpoint<WebhookFields>({
  operation: 'create_webhook',
  summary: 'Create a webhook, which gets the events of the organisation',
  family: 'v1',
  access: 'user',
  changes: true,
  showsSecrets: true,
  routes: PATHS.createWebhook,
  input: Joi.object({ url: urlField.required(), types: typesField.required(), access_token: accessToken }),
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: { 201: revealedAnswerSchema, 422: invalidSchema },
  refusals: [
    'forbidden',
    'settingsInvalid',
    'webhookUrlRefused',
    'tooManyOpen',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  beforeFields: ({ caller }) => {
    requireAdministrator(caller);
  },
  async handle({ deps, caller, input, keep }) {
    const created = await createWebhook(deps, caller, input, (revealed, session) =>
      keep(revealedAnswer(revealed, 201), session),
    );
    return revealedAnswer(created, 201);
  },
});
