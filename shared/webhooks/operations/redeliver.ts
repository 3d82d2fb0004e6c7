import { authorOf, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { WebhookDeps } from '../deps.js';
import { redeliveryEntry } from '../domain/webhook-entry.js';
import type { WebhookDeliveryRecord } from '../models/webhook-delivery.js';
import { findWebhook } from './change-webhook.js';

const MAX_TRIES = 10;

/**
 * Makes one more try of a delivery due now. When it fails, the delivery goes on as it would have.
 * @throws AppError forbidden; webhookNotFound for an unknown webhook or delivery; stateForbids while the webhook is
 *   disabled; overloaded when the delivery keeps changing
 */
export async function redeliver(
  deps: WebhookDeps,
  caller: Caller,
  { webhookId, id }: { readonly webhookId: number; readonly id: number },
  accompany: Accompany<WebhookDeliveryRecord>,
): Promise<WebhookDeliveryRecord> {
  const { stores, now, failpoint } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const webhook = await findWebhook(deps, caller, webhookId);
    const read = await stores.deliveries.find(caller, webhookId, id, now());
    if (!read) throw new AppError('webhookNotFound', { details: { id } });
    if (!webhook.enabled) throw new AppError('stateForbids', { text: 'The webhook is disabled' });
    if (read.extra !== null) return read;
    const at = now();
    const due: WebhookDeliveryRecord = {
      ...read,
      state: 'Pending',
      dueAt: at,
      extra: { state: read.state, dueAt: read.dueAt },
    };
    const entry = redeliveryEntry(read, at, authorOf(caller));
    const written = await stores.transact(caller.organisationId, async (session) => {
      const isWritten = await stores.senders.tryAgain(read, at, session);
      if (!isWritten) return false;
      await stores.audit.write([entry], session);
      await accompany(due, session);
      return true;
    });
    await failpoint('webhook-changed');
    if (written) return due;
  }
  throw new AppError('overloaded');
}
