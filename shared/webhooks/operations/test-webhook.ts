import { randomUUID } from 'node:crypto';
import { authorOf, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { WebhookDeps } from '../deps.js';
import { TEST_EVENT } from '../domain/event-types.js';
import { testEntry } from '../domain/webhook-entry.js';
import type { WebhookDeliveryRecord } from '../models/webhook-delivery.js';
import { findWebhook } from './change-webhook.js';

/**
 * Sends an event without data to one webhook, whatever types it takes. It is delivered like any other event.
 * @throws AppError forbidden, webhookNotFound; stateForbids while the webhook is disabled
 */
export async function testWebhook(
  deps: WebhookDeps,
  caller: Caller,
  id: number,
  accompany: Accompany<WebhookDeliveryRecord>,
): Promise<WebhookDeliveryRecord> {
  const { stores, now, failpoint } = deps;
  const webhook = await findWebhook(deps, caller, id);
  if (!webhook.enabled) throw new AppError('stateForbids', { text: 'The webhook is disabled' });
  const at = now();
  const event = { id: `evt_test_${randomUUID()}`, type: TEST_EVENT, at, data: {} } as const;
  const delivery = await stores.transact(caller.organisationId, async (session) => {
    const written = await stores.outbox.putFor(webhook, event, at, session);
    await stores.audit.write([testEntry(written, at, authorOf(caller))], session);
    await accompany(written, session);
    return written;
  });
  await failpoint('webhook-changed');
  return delivery;
}
