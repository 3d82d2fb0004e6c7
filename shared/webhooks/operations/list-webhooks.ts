import { requireAdministrator, type Caller } from '../../access/domain/access.js';
import type { WebhookDeps } from '../deps.js';
import type { WebhookRecord } from '../models/webhook.js';
import type { WebhookDeliveryRecord } from '../models/webhook-delivery.js';
import { findWebhook } from './change-webhook.js';

/** A page of a list. */
export interface WebhookPage<Item> {
  readonly items: Item[];
  /** Where the list goes on; null at its end. */
  readonly next: number | null;
}

/** The webhooks of the organisation, by id. @throws AppError forbidden */
export async function listWebhooks(
  { stores }: WebhookDeps,
  caller: Caller,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<WebhookPage<WebhookRecord>> {
  requireAdministrator(caller);
  return pageOf(await stores.webhooks.list(caller, after, limit + 1), limit);
}

/** The deliveries of a webhook within 30 days, the newest first. @throws AppError forbidden, webhookNotFound */
export async function listDeliveries(
  deps: WebhookDeps,
  caller: Caller,
  { id, before, limit }: { readonly id: number; readonly before: number | undefined; readonly limit: number },
): Promise<WebhookPage<WebhookDeliveryRecord>> {
  await findWebhook(deps, caller, id);
  return pageOf(await deps.stores.deliveries.list(caller, id, before, limit + 1, deps.now()), limit);
}

function pageOf<Item extends { readonly _id: number }>(found: Item[], limit: number): WebhookPage<Item> {
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?._id ?? null) : null };
}
