import { findWebhook } from '../../shared/webhooks/operations/change-webhook.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { webhookAnswer, webhookAnswerSchema } from './present-webhook.js';
import { webhookId } from './webhook-input.js';

export const showWebhookEndpoint = endpoint<{ id: number }>({
  operation: 'show_webhook',
  summary: 'Show a webhook',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showWebhook,
  input: webhookId,
  headers: ['If-None-Match'],
  output: { 200: webhookAnswerSchema },
  refusals: ['forbidden', 'webhookNotFound'],
  async handle({ deps, caller, input: { id } }) {
    return webhookAnswer(await findWebhook(deps, caller, id));
  },
});
