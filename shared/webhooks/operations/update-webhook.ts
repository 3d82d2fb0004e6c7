import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../access/domain/access.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { WebhookDeps } from '../deps.js';
import type { EventType } from '../domain/event-types.js';
import { NO_WAIT } from '../domain/queue-times.js';
import type { WebhookRecord } from '../models/webhook.js';
import type { WebhookChange } from '../stores/webhook-store.js';
import { changeWebhook, type WebhookRequest } from './change-webhook.js';
import { checkUrl } from './check-url.js';

/** Its events are found by their time: a webhook that takes them from now on gets none of earlier upgrades. */
const ENDS: EventType = 'upgrades.finished';

export interface WebhookPatch {
  readonly url?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly enabled?: boolean | undefined;
}

/**
 * Changes a webhook. A webhook that is enabled again starts afresh: its deliveries that wait are due at once.
 * @throws AppError webhookUrlRefused; errors of changeWebhook
 */
export function updateWebhook(
  deps: WebhookDeps,
  caller: Caller,
  { url, types, enabled, ...request }: WebhookPatch & WebhookRequest,
  accompany: Accompany<WebhookRecord>,
): Promise<WebhookRecord> {
  const judge = async (read: WebhookRecord): Promise<WebhookChange | null> => {
    if (url !== undefined && url !== read.url) await checkUrl(deps, caller.organisationId, url);
    const at = deps.now();
    const wanted = {
      url: url ?? read.url,
      types: types ? [...new Set(types)] : read.types,
      enabled: enabled ?? read.enabled,
    };
    const { url: before, types: typesBefore, enabled: wasEnabled } = read;
    if (isDeepStrictEqual(wanted, { url: before, types: typesBefore, enabled: wasEnabled })) return null;
    const gainsEnds = wanted.types.includes(ENDS) && !typesBefore.includes(ENDS);
    const isFresh = wanted.enabled && (!wasEnabled || wanted.url !== before);
    return {
      ...wanted,
      ...(wanted.enabled && (!wasEnabled || gainsEnds) ? { since: at } : {}),
      ...(isFresh ? { disabledReason: null, failingSince: null, notBefore: NO_WAIT, dueAt: at } : {}),
      ...(!wanted.enabled && wasEnabled ? { disabledReason: null } : {}),
    };
  };
  return changeWebhook(deps, caller, request, judge, accompany);
}
