import Joi from 'joi';
import { redeliver } from '../../shared/webhooks/operations/redeliver.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, pathId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { deliveryAnswer, deliveryAnswerSchema } from './present-webhook.js';

export const redeliverWebhookEndpoint = endpoint<{ id: number; delivery_id: number }>({
  operation: 'redeliver_webhook',
  summary: 'Try a delivery once more, now',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.redeliverWebhook,
  input: Joi.object({ id: pathId, delivery_id: pathId, access_token: accessToken }),
  headers: ['Idempotency-Key'],
  output: { 200: deliveryAnswerSchema },
  refusals: ['forbidden', 'webhookNotFound', 'stateForbids', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  async handle({ deps, caller, input: { id: webhookId, delivery_id: id }, keep }) {
    const delivery = await redeliver(deps, caller, { webhookId, id }, (due, session) =>
      keep(deliveryAnswer(due), session),
    );
    return deliveryAnswer(delivery);
  },
});
