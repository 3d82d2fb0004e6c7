import Joi from 'joi';
import { isoSeconds } from '../../shared/platform/values/iso-time.js';
import { EVENT_TYPES, TEST_EVENT } from '../../shared/webhooks/domain/event-types.js';
import type { WebhookRecord } from '../../shared/webhooks/models/webhook.js';
import type { WebhookDeliveryRecord } from '../../shared/webhooks/models/webhook-delivery.js';
import type { RevealedWebhook } from '../../shared/webhooks/operations/create-webhook.js';
import { recordSchema } from '../http/answer-schemas.js';
import type { Answer } from '../http/endpoint.js';
import { etagOf } from '../http/etag.js';

const whole = Joi.number().integer().required();
const text = Joi.string().required();
const time = Joi.string().isoDate().required();
const type = text.valid(...EVENT_TYPES);

export const webhookSchema = Joi.object({
  id: whole,
  url: text,
  types: Joi.array().items(type).required(),
  enabled: Joi.boolean().required(),
  disabled_reason: text
    .valid('gone', 'failing')
    .allow(null)
    .description('Why the service disabled it: a 410, or 72 hours of failure'),
  created_by: whole,
  created_at: time,
  revision: whole,
});

export const revealedSchema = webhookSchema.keys({
  secret: text.description('Signs the events. It is shown once'),
});

export const deliverySchema = Joi.object({
  id: whole,
  event_id: text,
  type: text.valid(...EVENT_TYPES, TEST_EVENT),
  state: text.valid('Pending', 'Delivered', 'Failed'),
  tries: whole,
  last_status: whole.allow(null).description('The HTTP status of the last try'),
  last_error: text.allow(null).description('Why the last try got no answer'),
  created_at: time,
  last_tried_at: time.allow(null),
  next_try_at: time.allow(null),
});

export const webhookAnswerSchema = recordSchema('webhook', webhookSchema);
export const revealedAnswerSchema = recordSchema('webhook', revealedSchema);
export const deliveryAnswerSchema = recordSchema('delivery', deliverySchema);

export function presentWebhook(webhook: WebhookRecord) {
  return {
    id: webhook._id,
    url: webhook.url,
    types: webhook.types,
    enabled: webhook.enabled,
    disabled_reason: webhook.disabledReason,
    created_by: webhook.createdBy,
    created_at: isoSeconds(webhook.createdAt),
    revision: webhook.revision,
  };
}

export function presentDelivery(delivery: WebhookDeliveryRecord) {
  const { lastTriedAt, dueAt } = delivery;
  return {
    id: delivery._id,
    event_id: delivery.eventId,
    type: delivery.type,
    state: delivery.state,
    tries: delivery.tries,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    created_at: isoSeconds(delivery.createdAt),
    last_tried_at: lastTriedAt && isoSeconds(lastTriedAt),
    next_try_at: dueAt && isoSeconds(dueAt),
  };
}

export function webhookAnswer(webhook: WebhookRecord): Answer {
  const headers = { ETag: etagOf(webhook.revision) };
  return { status: 200, headers, body: { data: { webhook: presentWebhook(webhook) }, status: 200 } };
}

export function revealedAnswer({ webhook, secret }: RevealedWebhook, status: number): Answer {
  const headers = { ETag: etagOf(webhook.revision) };
  return { status, headers, body: { data: { webhook: { ...presentWebhook(webhook), secret } }, status } };
}

export function deliveryAnswer(delivery: WebhookDeliveryRecord): Answer {
  return { status: 200, body: { data: { delivery: presentDelivery(delivery) }, status: 200 } };
}
