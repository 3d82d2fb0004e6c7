import { authorOf, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { AccompanyDeletion } from '../../platform/mongo/transaction.js';
import { requireRevision } from '../../platform/values/revision.js';
import type { WebhookDeps } from '../deps.js';
import { webhookEntry } from '../domain/webhook-entry.js';
import { findWebhook, MAX_TRIES, type WebhookRequest } from './change-webhook.js';

/**
 * Deletes a webhook, and reads it again when it has been changed in between. Its deliveries are no longer shown, and
 * expire.
 * @throws AppError forbidden, webhookNotFound, revisionChanged; overloaded when all tries fail
 */
export async function deleteWebhook(
  deps: WebhookDeps,
  caller: Caller,
  { id, revisions }: WebhookRequest,
  accompany: AccompanyDeletion,
): Promise<void> {
  const { stores, now, failpoint } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const webhook = await findWebhook(deps, caller, id);
    requireRevision(webhook, revisions);
    const removed = await stores.transact(caller.organisationId, async (session) => {
      if (!(await stores.webhooks.remove(webhook, session))) return false;
      const entry = webhookEntry('deleted', webhook, null, { at: now(), ...authorOf(caller) });
      await stores.audit.write([entry], session);
      await accompany(session);
      return true;
    });
    await failpoint('webhook-changed');
    if (removed) return;
  }
  throw new AppError('overloaded');
}
