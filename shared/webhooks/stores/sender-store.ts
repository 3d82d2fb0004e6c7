import type { ClientSession, QueryFilter } from 'mongoose';
import type { WebhookModels } from '../models/models.js';
import { NEVER, NO_WAIT } from '../domain/queue-times.js';
import type { WebhookRecord } from '../models/webhook.js';
import type { WebhookDeliveryRecord } from '../models/webhook-delivery.js';

/** Locates a webhook: the organisation determines the shard. */
export type WebhookRef = Pick<WebhookRecord, '_id' | 'organisationId'>;

/** A webhook with due deliveries. */
export type DueWebhook = WebhookRef & Pick<WebhookRecord, 'dueAt' | 'failingSince'>;

/** A due delivery with the body to send. */
export interface DueDelivery {
  readonly delivery: WebhookDeliveryRecord;
  readonly body: string;
}

const MAX_RELEASES = 20;

/** The queue of each webhook, as senders read and change it. */
export function createSenderStore({ webhooks, webhookEvents, webhookDeliveries }: WebhookModels) {
  const free = (now: Date): QueryFilter<WebhookRecord> => ({
    enabled: true,
    dueAt: { $lte: now },
    notBefore: { $lte: now },
    leasedUntil: { $lte: now },
  });

  async function nextDue({ _id, organisationId }: WebhookRef): Promise<Date> {
    const [next] = await webhookDeliveries
      .find({ organisationId, webhookId: _id, state: 'Pending' }, { dueAt: 1 })
      .hint('due')
      .sort({ dueAt: 1 })
      .limit(1)
      .lean();
    return next?.dueAt ?? NEVER;
  }

  return {
    /** Webhooks with a delivery due at a time or later that no sender works on, the most overdue first. */
    async due(from: Date, now: Date, limit: number): Promise<DueWebhook[]> {
      return webhooks
        .find(
          { ...free(now), dueAt: { $gte: from, $lte: now } },
          { organisationId: 1, dueAt: 1, failingSince: 1 },
        )
        .hint('due')
        .sort({ dueAt: 1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean<DueWebhook[]>();
    },
    /** When the most overdue delivery became due; null when none is overdue. */
    async oldestDue(now: Date): Promise<Date | null> {
      const [oldest] = await webhooks
        .find({ enabled: true, dueAt: { $lte: now } }, { dueAt: 1 })
        .hint('due')
        .sort({ dueAt: 1 })
        .limit(1)
        .lean();
      return oldest?.dueAt ?? null;
    },
    /** Takes the lease of a webhook that is due; null when it is not, or another sender has the lease. */
    async lease(
      { _id, organisationId }: WebhookRef,
      holder: string,
      until: Date,
      now: Date,
    ): Promise<WebhookRecord | null> {
      return webhooks
        .findOneAndUpdate(
          { _id, organisationId, ...free(now) },
          { $set: { holder, leasedUntil: until } },
          { returnDocument: 'after' },
        )
        .lean();
    },
    /** Extends the lease; false when it was lost or the webhook was disabled. */
    async renew({ _id, organisationId }: WebhookRef, holder: string, until: Date): Promise<boolean> {
      const { matchedCount } = await webhooks.updateOne(
        { _id, organisationId, holder, enabled: true },
        { $set: { leasedUntil: until } },
      );
      return matchedCount === 1;
    },
    /** Gives the lease back and records when the next delivery is due. */
    async release(ref: WebhookRef, holder: string): Promise<void> {
      const held = { _id: ref._id, organisationId: ref.organisationId, holder };
      for (let tries = 1; tries <= MAX_RELEASES; tries += 1) {
        const read = await webhooks.findOne(held, { wakes: 1 }).lean();
        if (!read) return;
        // Deliveries that are added after this read have incremented `wakes` when it is compared.
        const dueAt = await nextDue(ref);
        const { matchedCount } = await webhooks.updateOne(
          { ...held, wakes: read.wakes },
          { $set: { dueAt, holder: null, leasedUntil: NO_WAIT } },
        );
        if (matchedCount === 1) return;
      }
      // It stays due, and its lease ends by itself.
    },
    /** Due deliveries of a webhook, the most overdue first. Those whose event is no longer kept have ended as Failed. */
    async dueDeliveries(
      { _id, organisationId }: WebhookRef,
      now: Date,
      limit: number,
    ): Promise<DueDelivery[]> {
      const found = await webhookDeliveries
        .find({ organisationId, webhookId: _id, state: 'Pending', dueAt: { $lte: now } })
        .hint('due')
        .sort({ dueAt: 1, _id: 1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
      if (found.length === 0) return [];
      const events = await webhookEvents
        .find({ organisationId, _id: { $in: found.map(({ eventId }) => eventId) } }, { body: 1 })
        .lean();
      const bodies = new Map(events.map((event) => [event._id, event.body]));
      const gone = found.filter(({ eventId }) => !bodies.has(eventId)).map((delivery) => delivery._id);
      if (gone.length > 0)
        await webhookDeliveries.updateMany(
          { organisationId, _id: { $in: gone }, state: 'Pending' },
          { $set: { state: 'Failed', dueAt: null, extra: null, lastError: 'expired' } },
        );
      return found.flatMap((delivery) => {
        const body = bodies.get(delivery.eventId);
        return body === undefined ? [] : [{ delivery, body }];
      });
    },
    /** Records a try; false when another one was recorded or asked for since the delivery was read. */
    async record(
      { _id, organisationId, tries, extra }: WebhookDeliveryRecord,
      set: Partial<Omit<WebhookDeliveryRecord, '_id' | 'organisationId'>>,
    ): Promise<boolean> {
      const sameExtra = extra === null ? null : { $ne: null };
      const { matchedCount } = await webhookDeliveries.updateOne(
        { _id, organisationId, state: 'Pending', tries, extra: sameExtra },
        { $set: { ...set, tries: tries + 1 } },
      );
      return matchedCount === 1;
    },
    /** Makes one more try due at once. False when the delivery has changed since it was read. */
    async tryAgain(
      { _id, organisationId, webhookId, state, tries, dueAt }: WebhookDeliveryRecord,
      now: Date,
      session: ClientSession,
    ): Promise<boolean> {
      const { matchedCount } = await webhookDeliveries.updateOne(
        { _id, organisationId, state, tries, extra: null },
        { $set: { state: 'Pending', dueAt: now, extra: { state, dueAt } } },
        { session },
      );
      if (matchedCount === 0) return false;
      await webhooks.updateOne(
        { organisationId, _id: webhookId },
        { $min: { dueAt: now }, $inc: { wakes: 1 }, $set: { notBefore: NO_WAIT } },
        { session },
      );
      return true;
    },
    /** Records the first failure since the last success; null ends the failing. Nothing when the URL has changed since. */
    async setFailing({ _id, organisationId, url }: WebhookRecord, since: Date | null): Promise<void> {
      const changes = since === null ? { failingSince: { $ne: null } } : { failingSince: null };
      await webhooks.updateOne({ _id, organisationId, url, ...changes }, { $set: { failingSince: since } });
    },
    /** Makes no try before a time, unless the URL has changed since. */
    async postpone({ _id, organisationId, url }: WebhookRecord, until: Date): Promise<void> {
      await webhooks.updateOne({ _id, organisationId, url }, { $max: { notBefore: until } });
    },
    /** Disables a webhook, unless a caller has changed it since it was leased, or it is no longer failing. */
    async disable(
      { _id, organisationId, revision, failingSince }: WebhookRecord,
      reason: 'gone' | 'failing',
      session: ClientSession,
    ): Promise<boolean> {
      const { matchedCount } = await webhooks.updateOne(
        { _id, organisationId, revision, enabled: true, ...(reason === 'failing' ? { failingSince } : {}) },
        { $set: { enabled: false, disabledReason: reason }, $inc: { revision: 1 } },
        { session },
      );
      return matchedCount === 1;
    },
  };
}
