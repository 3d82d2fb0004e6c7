import { authorOf, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { WebhookDeps } from '../deps.js';
import { webhookEntry } from '../domain/webhook-entry.js';
import { findWebhook } from './change-webhook.js';

/** Deletes a webhook. Its deliveries are no longer shown, and expire. @throws AppError forbidden, webhookNotFound */
export async function deleteWebhook(deps: WebhookDeps, caller: Caller, id: number): Promise<void> {
  const { stores, now, failpoint } = deps;
  const webhook = await findWebhook(deps, caller, id);
  const removed = await stores.transact(caller.organisationId, async (session) => {
    const isRemoved = await stores.webhooks.remove(webhook, session);
    const entry = webhookEntry('deleted', webhook, null, { at: now(), ...authorOf(caller) });
    if (isRemoved) await stores.audit.write([entry], session);
    return isRemoved;
  });
  await failpoint('webhook-changed');
  if (!removed) throw new AppError('webhookNotFound', { details: { id } });
}
