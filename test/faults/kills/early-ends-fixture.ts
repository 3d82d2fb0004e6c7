import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { EVENT_TYPES, type EventType } from '../../../shared/webhooks/domain/event-types.js';
import { callAt } from '../../fixtures/api.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import type { HeartbeatFields, Order } from '../../fixtures/records/test-service.js';
import type { RolloutRunFixture } from '../../rollouts/rollout-run-fixture.js';
import type { Receiver } from '../../webhooks/receiver.js';
import { EARLY_ENDS } from './kill-points.js';
import { KilledService } from './killed-service.js';
import { eventsOf, type EventBody } from './rollout-kills-checks.js';

const WORKERS = 2;
const OVERDUE_MS = 600_000;

/** Devices with an upgrade of a rollout. */
interface Upgrading {
  readonly rollout: number;
  readonly devices: readonly TestDevice[];
  /** Their upgrades. */
  readonly ids: readonly number[];
}

/** Upgrades that do not go to their end, and the APIs and workers that are killed meanwhile. */
export class EarlyEndsFixture {
  readonly kills: KilledService;

  constructor(
    private readonly fixture: RolloutRunFixture,
    private readonly receiver: Receiver,
  ) {
    const points = new Set<Failpoint>(Object.values(EARLY_ENDS).flat());
    this.kills = new KilledService(fixture, points, WORKERS, () => Promise.resolve());
  }

  close(): Promise<void> {
    return this.kills.close();
  }

  /** Sends all events to the receiver. */
  async subscribe(): Promise<void> {
    const body = { url: this.receiver.url, types: EVENT_TYPES };
    const { status, text } = await this.fixture.organisation.call('POST', '/v1/webhooks', { body });
    expect(status, text).to.equal(201);
  }

  /**
   * Upgrades a device, which reports a state.
   * @param beside devices of the same request
   * @returns the id of the upgrade
   */
  async begin(
    device: TestDevice,
    state: 'downloading' | 'installing',
    fields: HeartbeatFields = {},
    beside: readonly TestDevice[] = [],
  ): Promise<number> {
    const { organisation, service } = this.fixture;
    const { status, text } = await organisation.post({
      aps: [device, ...beside].map(({ _id }) => `AP:${_id}`),
    });
    expect(status, text).to.equal(200);
    await service.dispatch();
    const { id } = await this.fixture.offer(device);
    await this.fixture.beat(device, { ...fields, upgrade: { id, state, progress: 0 } });
    return id;
  }

  /** Starts a rollout of devices; as many as have slots install it. */
  async installing(devices: readonly TestDevice[], given: Record<string, unknown> = {}): Promise<Upgrading> {
    const { max_in_flight: slots = devices.length } = given;
    const targets = devices.map(({ _id }) => `AP:${_id}`);
    const { _id: rollout } = await this.fixture.started({ targets, ...given });
    const offers = new Map<TestDevice, Order>();
    await this.kills.workUntil('devices are offered their upgrades', async () => {
      for (const device of devices) {
        const order = offers.has(device) ? null : await this.fixture.beat(device);
        if (order) offers.set(device, order);
      }
      return offers.size === slots;
    });
    for (const [device, { id }] of offers)
      await this.fixture.beat(device, { upgrade: { id, state: 'installing', progress: 0 } });
    return { rollout, devices: [...offers.keys()], ids: [...offers.values()].map(({ id }) => id) };
  }

  /** Sends a heartbeat to an API that dies there. */
  beatDyingAt(failpoint: Failpoint, device: TestDevice, fields: HeartbeatFields): Promise<void> {
    return this.kills.apiDiesAt(failpoint, (url) =>
      this.fixture.service.heartbeat(device, fields, { url, call: callAt.bind(null, url) }),
    );
  }

  /** As if the time of the steps of these upgrades had passed without progress. */
  async passDeadlines(ids: readonly number[]): Promise<void> {
    const deadlineAt = new Date(Date.now() - OVERDUE_MS);
    for (const id of ids) await this.fixture.organisation.set(id, { deadlineAt });
  }

  /** The events of the history of an upgrade. */
  async historyOf(id: number): Promise<string[]> {
    const { upgrades } = this.fixture.service.deps.mongo.models;
    const found = await upgrades.findOne({ _id: id }).select('history').lean();
    return (found?.history ?? []).map(({ event }) => event);
  }

  /** The events of a rollout that the receiver got, each once. */
  received(wanted: EventType, rollout: number): EventBody[] {
    return eventsOf(this.receiver).filter(
      ({ type, data }) => type === wanted && data.rollout?.id === rollout,
    );
  }

  /** Lets workers run until the ends of upgrades are counted and reported; each is in one event. */
  async expectReportedOnce(ids: readonly number[]): Promise<void> {
    const { upgrades, webhookDeliveries } = this.fixture.service.deps.mongo.models;
    const reported = (): number[] =>
      eventsOf(this.receiver)
        .flatMap(({ data }) => data.upgrades ?? [])
        .flatMap(({ upgrade_id }) => (ids.includes(upgrade_id) ? [upgrade_id] : []));
    await this.kills.workUntil('the ends are reported', async () => {
      if (await upgrades.exists({ _id: { $in: [...ids] }, unprocessed: true })) return false;
      if (await webhookDeliveries.exists({ state: { $ne: 'Delivered' } })) return false;
      return ids.every((id) => reported().includes(id));
    });
    expect(reported()).to.have.members(ids).and.to.have.length(ids.length);
  }
}
