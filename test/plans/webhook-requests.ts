import { PUBLIC_URL } from '../fixtures/records/webhook-fixture.js';
import type { CallOptions, Reply } from '../fixtures/api.js';
import type { PlanFixture } from './plan-fixture.js';
import type { PlannedRequest } from './planned-request.js';

/** Replaced in a path by the id in the last answer of create_webhook, and by the id of its first delivery. */
export const LAST_WEBHOOK = ':webhook';
export const LAST_DELIVERY = ':delivery';

/** The id of a created webhook. */
export function madeWebhook(reply: Reply): number | undefined {
  return (reply.body as { data?: { webhook?: { id: number } } }).data?.webhook?.id;
}

/** Requests that take a webhook through its life. */
export function webhooks({ admin: { token } }: PlanFixture): PlannedRequest[] {
  const request = (
    operation: string,
    method: string,
    path: string,
    options: CallOptions = {},
  ): PlannedRequest => ({ operation, method, path: `/v1/webhooks${path}`, options: { token, ...options } });
  const one = `/${LAST_WEBHOOK}`;
  return [
    request('create_webhook', 'POST', '', { body: { url: PUBLIC_URL, types: ['upgrades.finished'] } }),
    request('list_webhooks', 'GET', ''),
    request('show_webhook', 'GET', one),
    request('update_webhook', 'PATCH', one, { body: { types: ['rollout.paused', 'upgrades.finished'] } }),
    request('rotate_webhook_secret', 'POST', `${one}/rotate_secret`),
    request('test_webhook', 'POST', `${one}/test`),
    request('webhook_deliveries', 'GET', `${one}/deliveries`),
    request('redeliver_webhook', 'POST', `${one}/deliveries/${LAST_DELIVERY}/redeliver`),
    request('delete_webhook', 'DELETE', one),
  ];
}
