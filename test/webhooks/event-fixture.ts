import { EVENT_TYPES } from '../../shared/webhooks/domain/event-types.js';
import type { TestDevice } from '../fixtures/records/device.js';
import { PUBLIC_URL, shownWebhook } from '../fixtures/records/webhook-fixture.js';
import { NEW, RolloutRunFixture } from '../rollouts/rollout-run-fixture.js';

/** An event of the outbox. */
export interface Event {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly rollout?: Readonly<Record<string, unknown>>;
    readonly upgrades?: readonly Readonly<Record<string, unknown>>[];
  };
}

/** The upgrades that events name. */
export const upgradesIn = (events: readonly Event[]) => events.flatMap(({ data }) => data.upgrades ?? []);

/** A {@link RolloutRunFixture} whose organisation has webhooks. Nothing is sent: tests read the outbox. */
export class EventFixture {
  private constructor(readonly fixture: RolloutRunFixture) {}

  static async open(): Promise<EventFixture> {
    return new EventFixture(await RolloutRunFixture.open());
  }

  close(): Promise<void> {
    return this.fixture.close();
  }

  /** Creates a webhook for events of these types. @returns its id */
  async subscribe(types: readonly string[] = EVENT_TYPES): Promise<number> {
    const body = { url: PUBLIC_URL, types };
    return shownWebhook(await this.fixture.organisation.call('POST', '/v1/webhooks', { body }), 201).id;
  }

  /** The events of the outbox, in the order in which they were written for a webhook. */
  async written(webhookId: number): Promise<Event[]> {
    const { organisation, service } = this.fixture;
    const { webhookDeliveries, webhookEvents } = service.deps.mongo.models;
    const deliveries = await webhookDeliveries.find({ webhookId }).sort({ _id: 1 }).lean();
    const events = await webhookEvents.find({ organisationId: organisation.org }).lean();
    const bodies = new Map(events.map(({ _id, body }) => [_id, JSON.parse(body) as Omit<Event, 'id'>]));
    return deliveries.map(({ eventId: id }) => ({ id, ...(bodies.get(id) as Omit<Event, 'id'>) }));
  }

  /** Upgrades the devices of the running rollout. */
  async upgradeAll(devices: readonly TestDevice[]): Promise<void> {
    await this.fixture.tickUntilIdle();
    for (const device of devices) await this.fixture.upgrade(device);
    await this.fixture.soak(devices);
  }

  /** An upgrade without a rollout, from its request to its success. */
  async plainUpgrade(devices: readonly TestDevice[]): Promise<void> {
    const { fixture } = this;
    await fixture.organisation.post({
      aps: devices.map(({ _id }) => `AP:${_id}`),
      version: NEW,
      upgrade_type: 'manual',
    });
    fixture.service.clock.advance(1);
    await fixture.service.dispatch();
    for (const device of devices) await fixture.upgrade(device);
    await fixture.soak(devices);
  }
}
