import type { Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { WebhookDeps } from '../deps.js';
import { findWebhook } from './change-webhook.js';

/** Deletes a webhook. Its deliveries are no longer shown, and expire. @throws AppError forbidden, webhookNotFound */
export async function deleteWebhook(deps: WebhookDeps, caller: Caller, id: number): Promise<void> {
  const { stores, failpoint } = deps;
  const webhook = await findWebhook(deps, caller, id);
  const removed = await stores.transact(caller.organisationId, (session) =>
    stores.webhooks.remove(webhook, session),
  );
  await failpoint('webhook-changed');
  if (!removed) throw new AppError('webhookNotFound', { details: { id } });
}
