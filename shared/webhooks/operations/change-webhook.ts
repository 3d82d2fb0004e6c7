import { authorOf, requireAdministrator, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { requireRevision } from '../../platform/values/revision.js';
import type { WebhookDeps } from '../deps.js';
import { webhookEntry } from '../domain/webhook-entry.js';
import type { WebhookRecord } from '../models/webhook.js';
import type { WebhookChange } from '../stores/webhook-store.js';

/** Administrators change a webhook seldom; a change that keeps failing meets many others. */
export const MAX_TRIES = 10;

/** A webhook that a caller wants to change. */
export interface WebhookRequest {
  readonly id: number;
  /** The revisions that the caller expects; null when every revision is accepted. */
  readonly revisions: readonly number[] | null;
}

/** @throws AppError forbidden, webhookNotFound */
export async function findWebhook(
  { stores }: WebhookDeps,
  caller: Caller,
  id: number,
): Promise<WebhookRecord> {
  requireAdministrator(caller);
  const webhook = await stores.webhooks.find(caller, id);
  if (!webhook) throw new AppError('webhookNotFound', { details: { id } });
  return webhook;
}

/**
 * Changes a webhook, and reads it again when another caller has changed it in between.
 * @param judge the fields to set; null when the webhook is as the caller wants it. @throws AppError
 * @throws AppError forbidden, webhookNotFound, revisionChanged; overloaded when all tries fail; errors of `judge`
 */
export async function changeWebhook(
  deps: WebhookDeps,
  caller: Caller,
  { id, revisions }: WebhookRequest,
  judge: (read: WebhookRecord) => WebhookChange | null | Promise<WebhookChange | null>,
  accompany: Accompany<WebhookRecord>,
  action: 'updated' | 'secret_rotated' = 'updated',
): Promise<WebhookRecord> {
  const { stores, now, failpoint } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const read = await findWebhook(deps, caller, id);
    requireRevision(read, revisions);
    const change = await judge(read);
    if (change === null) return read;
    const changed = await stores.transact(caller.organisationId, async (session) => {
      const written = await stores.webhooks.change(read, change, session);
      if (written === null) return null;
      const entry = webhookEntry(action, read, written, { at: now(), ...authorOf(caller) });
      await stores.audit.write([entry], session);
      await accompany(written, session);
      return written;
    });
    await failpoint('webhook-changed');
    if (changed) return changed;
  }
  throw new AppError('overloaded');
}
