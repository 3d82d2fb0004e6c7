import { authorOf, requireAdministrator, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { WebhookDeps } from '../deps.js';
import type { EventType } from '../domain/event-types.js';
import { webhookEntry } from '../domain/webhook-entry.js';
import { encryptSecret, newSecret } from '../domain/webhook-secret.js';
import { NEVER, NO_WAIT } from '../domain/queue-times.js';
import type { WebhookRecord } from '../models/webhook.js';
import { checkUrl } from './check-url.js';

const MAX_WEBHOOKS = 20;

/** A webhook with its newest secret, which is shown once. */
export interface RevealedWebhook {
  readonly webhook: WebhookRecord;
  readonly secret: string;
}

/**
 * Creates a webhook. The organisation's webhooks are counted in the transaction that adds it, so that concurrent
 * requests do not exceed the limit.
 * @throws AppError forbidden, webhookUrlRefused, tooManyOpen
 */
export async function createWebhook(
  deps: WebhookDeps,
  caller: Caller,
  { url, types }: { readonly url: string; readonly types: readonly EventType[] },
  accompany: Accompany<RevealedWebhook>,
): Promise<RevealedWebhook> {
  requireAdministrator(caller);
  await checkUrl(deps, caller.organisationId, url);
  const { stores, env, now, failpoint } = deps;
  const at = now();
  const _id = await stores.ids.reserve('webhooks');
  const secret = newSecret();
  const webhook: WebhookRecord = {
    _id,
    organisationId: caller.organisationId,
    createdBy: caller.userId,
    createdAt: at,
    revision: 1,
    url,
    types: [...new Set(types)],
    enabled: true,
    disabledReason: null,
    since: at,
    secrets: [{ secret: encryptSecret(env.encryptionKeys, _id, secret), until: null }],
    failingSince: null,
    dueAt: NEVER,
    wakes: 0,
    notBefore: NO_WAIT,
    holder: null,
    leasedUntil: NO_WAIT,
  };
  await stores.transact(caller.organisationId, async (session) => {
    if ((await stores.webhooks.count(caller.organisationId, session)) >= MAX_WEBHOOKS)
      throw new AppError('tooManyOpen', {
        text: `The organisation has ${MAX_WEBHOOKS} webhooks, which is the most`,
      });
    await stores.webhooks.create(webhook, session);
    await stores.audit.write([webhookEntry('created', null, webhook, { at, ...authorOf(caller) })], session);
    await accompany({ webhook, secret }, session);
  });
  await failpoint('webhook-changed');
  return { webhook, secret };
}
