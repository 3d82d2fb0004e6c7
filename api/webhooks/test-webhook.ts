import { testWebhook } from '../../shared/webhooks/operations/test-webhook.js';
import { endpoint } from '../http/endpoint.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { deliveryAnswer, deliveryAnswerSchema } from './present-webhook.js';
import { webhookId } from './webhook-input.js';

export const testWebhookEndpoint = endpoint<{ id: number }>({
  operation: 'test_webhook',
  summary: 'Send a webhook an event without data',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.testWebhook,
  input: webhookId,
  headers: ['Idempotency-Key'],
  output: { 200: deliveryAnswerSchema },
  refusals: ['forbidden', 'webhookNotFound', 'stateForbids', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  handle: ({ deps, caller, input: { id }, keep }) =>
    answerKept(keep, deliveryAnswer, (accompany) => testWebhook(deps, caller, id, accompany)),
});
