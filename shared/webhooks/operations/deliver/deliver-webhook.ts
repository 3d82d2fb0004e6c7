import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { SYSTEM } from '../../../audit/domain/audit-entry.js';
import type { WebhookDeps } from '../../deps.js';
import { judgeTry, type TryOutcome, type TryVerdict } from '../../domain/judge-try.js';
import { webhookEntry } from '../../domain/webhook-entry.js';
import { decryptSecret } from '../../domain/webhook-secret.js';
import type { WebhookRecord } from '../../models/webhook.js';
import type { WebhookDeliveryRecord } from '../../models/webhook-delivery.js';
import type { DueDelivery, WebhookRef } from '../../stores/sender-store.js';
import { signingSecrets } from '../rotate-secret.js';
import { send, type SendSettings } from './send.js';
import { signedHeaders } from './sign.js';

/** Longer than a try, so that the lease of a live sender does not end while it waits for an answer. */
const LEASE_MS = 30_000;
/** A sender works on one webhook for this long, then on others. */
const BUDGET_MS = 5000;
const MAX_AT_ONCE = 8;

/** What a sender has done for a webhook. */
export interface SentSlice {
  readonly tries: number;
  /** Whether the webhook can go on at once: deliveries remain due, and no try has failed. */
  readonly isMore: boolean;
}

/**
 * Tries the due deliveries of a webhook, eight at once, for five seconds. It holds the lease of the webhook, so a slow
 * endpoint takes one permit of all senders. May be killed anywhere: a try that was not recorded is made again.
 * @returns null when there is nothing to do, or another sender has the lease
 */
export async function deliverWebhook(deps: WebhookDeps, ref: WebhookRef): Promise<SentSlice | null> {
  const { stores, now, failpoint, env, hosts } = deps;
  const holder = randomUUID();
  const leaseUntil = (): Date => new Date(now().getTime() + LEASE_MS);
  const webhook = await stores.senders.lease(ref, holder, leaseUntil(), now());
  if (!webhook) return null;
  await failpoint('webhook-leased');
  const settings: SendSettings = {
    allowed: env.webhookAllow,
    now,
    resolve: (host, signal) => hosts.addressesOf(webhook.organisationId, host, signal),
  };
  const deadline = performance.now() + BUDGET_MS;
  let tries = 0;
  let isMore = true;
  let hasFailed = false;
  while (isMore && performance.now() < deadline) {
    const due = await stores.senders.dueDeliveries(ref, now(), MAX_AT_ONCE);
    const verdicts = await pLimit(MAX_AT_ONCE).map(due, (each) => tryOnce(deps, webhook, each, settings));
    tries += due.length;
    hasFailed ||= verdicts.some(({ isDelivered }) => !isDelivered);
    const isHalted = verdicts.some(({ disables, notBefore }) => disables !== null || notBefore !== null);
    isMore =
      due.length === MAX_AT_ONCE && !isHalted && (await stores.senders.renew(ref, holder, leaseUntil()));
  }
  await stores.senders.release(ref, holder);
  await failpoint('webhook-released');
  return { tries, isMore: isMore && !hasFailed };
}

async function tryOnce(
  deps: WebhookDeps,
  webhook: WebhookRecord,
  { delivery, body }: DueDelivery,
  settings: SendSettings,
): Promise<TryVerdict> {
  const { env, now, random, failpoint, metrics } = deps;
  const at = now();
  const secrets = signingSecrets(webhook.secrets, at).map(({ secret }) =>
    decryptSecret(env.encryptionKeys, webhook._id, secret),
  );
  const headers = signedHeaders(delivery.eventId, body, secrets, at);
  const started = performance.now();
  const outcome = await send({ url: webhook.url, body, headers }, settings);
  await failpoint('webhook-sent');
  const scheduled = delivery.scheduledTries + (delivery.extra === null ? 1 : 0);
  const verdict = judgeTry(outcome, scheduled, webhook.failingSince, now(), random);
  metrics.webhookTries.observe(
    { outcome: verdict.isDelivered ? 'delivered' : 'failed' },
    (performance.now() - started) / 1000,
  );
  await record(deps, webhook, delivery, outcome, verdict);
  await failpoint('webhook-recorded');
  return verdict;
}

/** Disables a webhook and logs it, in one transaction. */
function disable(
  { stores, now }: WebhookDeps,
  webhook: WebhookRecord,
  reason: 'gone' | 'failing',
): Promise<boolean> {
  return stores.transact(webhook.organisationId, async (session) => {
    if (!(await stores.senders.disable(webhook, reason, session))) return false;
    const after = { ...webhook, revision: webhook.revision + 1, enabled: false, disabledReason: reason };
    await stores.audit.write(
      [webhookEntry('disabled', webhook, after, { at: now(), ...SYSTEM }, reason)],
      session,
    );
    return true;
  });
}

/** The state of the endpoint is written first: a try that is made again after a kill finds it. */
async function record(
  deps: WebhookDeps,
  webhook: WebhookRecord,
  delivery: WebhookDeliveryRecord,
  { status, error }: TryOutcome,
  { isDelivered, nextAt, disables, notBefore }: TryVerdict,
): Promise<void> {
  const { stores, now, log, metrics } = deps;
  const at = now();
  await stores.senders.setFailing(webhook, isDelivered ? null : at);
  if (notBefore) await stores.senders.postpone(webhook, notBefore);
  if (disables !== null && (await disable(deps, webhook, disables)))
    log.warn({ webhook: webhook._id, reason: disables }, 'A webhook was disabled');
  const isExtra = delivery.extra !== null;
  const after = isDelivered
    ? ({ state: 'Delivered', dueAt: null } as const)
    : (delivery.extra ?? { state: nextAt === null ? 'Failed' : 'Pending', dueAt: nextAt });
  const recorded = await stores.senders.record(delivery, {
    ...after,
    scheduledTries: delivery.scheduledTries + (isExtra ? 0 : 1),
    extra: null,
    lastTriedAt: at,
    lastStatus: status,
    lastError: error,
  });
  if (recorded && after.state !== 'Pending') metrics.webhookDeliveries.inc({ outcome: after.state });
}
