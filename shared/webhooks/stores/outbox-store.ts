import type { ClientSession } from 'mongoose';
import type { IdSource } from '../../platform/mongo/ids.js';
import { isoSeconds } from '../../platform/values/iso-time.js';
import type { EventType, WebhookEvent } from '../domain/event-types.js';
import type { WebhookModels } from '../models/models.js';
import type { WebhookRecord } from '../models/webhook.js';
import type { WebhookDeliveryRecord } from '../models/webhook-delivery.js';

/** A webhook that takes an event. */
type Subscriber = Pick<WebhookRecord, '_id' | 'types'>;

/** An event for a webhook. */
type Pair = Pick<WebhookDeliveryRecord, 'webhookId' | 'eventId' | 'type'>;

/** Events on their way to webhooks. */
export function createOutboxStore(models: WebhookModels, ids: IdSource) {
  const { webhooks, webhookEvents, webhookDeliveries } = models;

  /** Writes events and their deliveries, and wakes the webhooks. */
  async function write(
    organisationId: number,
    events: readonly WebhookEvent[],
    pairs: readonly Pair[],
    now: Date,
    session: ClientSession,
  ): Promise<WebhookDeliveryRecord[]> {
    await webhookEvents.insertMany(
      events.map(({ id, type, at, data }) => ({
        _id: id,
        organisationId,
        type,
        body: JSON.stringify({ type, timestamp: isoSeconds(at), data }),
        createdAt: now,
      })),
      { session },
    );
    const first = await ids.reserve('webhookDeliveries', pairs.length);
    const deliveries = pairs.map((pair, index): WebhookDeliveryRecord => ({
      _id: first + index,
      organisationId,
      ...pair,
      state: 'Pending',
      tries: 0,
      scheduledTries: 0,
      dueAt: now,
      extra: null,
      createdAt: now,
      lastTriedAt: null,
      lastStatus: null,
      lastError: null,
    }));
    await webhookDeliveries.insertMany(deliveries, { session });
    const woken = [...new Set(pairs.map(({ webhookId }) => webhookId))];
    await webhooks.updateMany(
      { organisationId, _id: { $in: woken } },
      { $min: { dueAt: now }, $inc: { wakes: 1 } },
      { session },
    );
    return deliveries;
  }

  return {
    /** Those of the types that an enabled webhook of the organisation takes. */
    async subscribedTypes(organisationId: number, types: readonly EventType[]): Promise<Set<EventType>> {
      const taking = await webhooks
        .find({ organisationId, enabled: true, types: { $in: [...types] } }, { types: 1 })
        .lean<Subscriber[]>();
      return new Set(types.filter((type) => taking.some((webhook) => webhook.types.includes(type))));
    },
    /** The organisations with an enabled webhook that takes a type. */
    async subscribers(type: EventType, limit: number): Promise<number[]> {
      const found = await webhooks.aggregate<{ _id: number }>([
        { $match: { enabled: true, types: type } },
        { $group: { _id: '$organisationId' } },
        { $limit: limit },
      ]);
      return found.map(({ _id }) => _id);
    },
    /** Whether the event has been written. */
    async has(organisationId: number, eventId: string): Promise<boolean> {
      return (await webhookEvents.exists({ organisationId, _id: eventId })) !== null;
    },
    /**
     * Writes events with a delivery for each webhook that takes them. Events that no webhook takes are left out.
     * @param session the transaction of the change that the events report
     * @throws the driver's duplicate-key error when an event has been written before
     */
    async put(
      organisationId: number,
      events: readonly WebhookEvent[],
      now: Date,
      session: ClientSession,
    ): Promise<void> {
      if (events.length === 0) return;
      const types = [...new Set(events.map(({ type }) => type as EventType))];
      const subscribers = await webhooks
        .find({ organisationId, enabled: true, types: { $in: types } }, { types: 1 }, { session })
        .lean<Subscriber[]>();
      const pairs = events.flatMap(({ id: eventId, type }) =>
        subscribers
          .filter((webhook) => webhook.types.includes(type as EventType))
          .map(({ _id: webhookId }) => ({ webhookId, eventId, type })),
      );
      if (pairs.length === 0) return;
      const taken = new Set(pairs.map(({ eventId }) => eventId));
      const written = events.filter(({ id }) => taken.has(id));
      await write(organisationId, written, pairs, now, session);
    },
    /** Writes an event with a delivery for one webhook. */
    async putFor(
      { _id: webhookId, organisationId }: Pick<WebhookRecord, '_id' | 'organisationId'>,
      event: WebhookEvent,
      now: Date,
      session: ClientSession,
    ): Promise<WebhookDeliveryRecord> {
      const pair = { webhookId, eventId: event.id, type: event.type };
      const [delivery] = await write(organisationId, [event], [pair], now, session);
      if (!delivery) throw new Error(`No delivery of ${event.id} was written`);
      return delivery;
    },
  };
}
