import { expect } from 'chai';
import type { RolloutState } from '../../shared/rollouts/domain/rollout-state.js';
import type { RolloutRecord } from '../../shared/rollouts/models/rollout.js';
import type { LogPosition } from '../../shared/audit/stores/audit-store.js';
import { readEventId } from '../../shared/rollouts/domain/rollout-log.js';
import {
  listRolloutEvents,
  type RolloutEvent,
} from '../../shared/rollouts/operations/list-rollout-events.js';
import { readProgress, type RolloutProgress } from '../../shared/rollouts/operations/read-progress.js';
import type { UpgradeRecord } from '../../shared/upgrades/models/upgrade.js';
import { TestClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import type { TestDevice } from '../fixtures/records/device.js';
import { TestService, type HeartbeatFields, type Order } from '../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { runLoop } from '../../dev/run-loop.js';

export const OLD = '1.9.0';
export const NEW = '1.10.0';
/** More than any rollout of a test takes between two events. */
const MAX_TICKS = 30;

/** A service with an organisation whose devices a rollout upgrades from {@link OLD} to {@link NEW}. */
export class RolloutRunFixture {
  private constructor(
    readonly service: TestService,
    readonly organisation: UpgradeFixture,
  ) {}

  static async open(env: Record<string, string> = {}, clock = new TestClock()): Promise<RolloutRunFixture> {
    const service = await TestService.open({ UPGRADE_SOAK_S: '60', ...env }, clock);
    return new RolloutRunFixture(service, await service.fixture());
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** Devices on {@link OLD} that have just sent a heartbeat. */
  devices(count: 1): Promise<[TestDevice]>;
  devices(count: 2): Promise<[TestDevice, TestDevice]>;
  devices(count: 3): Promise<[TestDevice, TestDevice, TestDevice]>;
  devices(count: number): Promise<TestDevice[]>;
  async devices(count: number): Promise<TestDevice[]> {
    const made: TestDevice[] = [];
    for (let index = 0; index < count; index += 1) {
      made.push(await this.organisation.device({ firmwareVersion: OLD, network: this.organisation.network }));
    }
    for (const device of made) await this.beat(device);
    return made;
  }

  beat(device: TestDevice, fields: HeartbeatFields = {}): Promise<Order | null> {
    return this.service.acceptedHeartbeat(device, { firmware_version: OLD, ...fields });
  }

  /** A draft of a rollout of all devices, in one stage without a soak unless the settings say otherwise. */
  async draft(given: Record<string, unknown> = {}): Promise<number> {
    const body = {
      name: 'Test',
      version: NEW,
      targets: ['all'],
      stages: [{ percent: 100, soak_minutes: 0 }],
      network: { max_percent: 100 },
      ...given,
      gates: { hold_out_percent: 0, watch_minutes: 0, ...(given['gates'] as object | undefined) },
    };
    const created = await this.organisation.call('POST', '/v1/rollouts', { body });
    expect(created.status, created.text).to.equal(201);
    return (created.body as { data: { rollout: { id: number } } }).data.rollout.id;
  }

  /**
   * A heartbeat that is answered with an upgrade. Repeats it, because an API notices within a second of the machine's
   * clock that a rollout runs.
   */
  offer(device: TestDevice, fields: HeartbeatFields = {}): Promise<Order> {
    return eventually(`${device.macId} is offered an upgrade`, () => this.beat(device, fields));
  }

  /** A running rollout of all devices, in one stage without a soak unless the settings say otherwise. */
  async started(given: Record<string, unknown> = {}): Promise<RolloutRecord> {
    const id = await this.draft(given);
    await this.act(id, 'start');
    return this.rollout(id);
  }

  /** A rollout as {@link started}, after its first stage was bound and has given the slots that it can. */
  async dispatched(given: Record<string, unknown> = {}): Promise<RolloutRecord> {
    const { _id: id } = await this.started(given);
    await this.tickUntilIdle();
    return this.rollout(id);
  }

  /** Calls an action of a rollout, which must succeed. */
  async act(id: number, action: string, body: Record<string, unknown> = {}): Promise<void> {
    const { status, text } = await this.organisation.call('POST', `/v1/rollouts/${id}/${action}`, { body });
    expect(status, text).to.equal(200);
  }

  /** Advances the clock by a second and ticks what is due, several times. */
  async tick(times = 1): Promise<void> {
    for (let made = 0; made < times; made += 1) {
      this.service.clock.advance(1);
      await runLoop('rollouts', this.service.deps);
    }
  }

  /** Ticks until a tick changes no stage and no upgrade: the rollouts wait for devices, for callers or for their time. */
  async tickUntilIdle(): Promise<void> {
    let before = '';
    for (let ticks = 0; ticks < MAX_TICKS; ticks += 1) {
      await this.tick();
      const after = await this.states();
      if (after === before) return;
      before = after;
    }
    throw new Error(`The rollouts still change after ${MAX_TICKS} ticks: ${before}`);
  }

  /** Ticks as {@link tickUntilIdle}, after which a rollout must have a state. */
  async tickUntil(id: number, state: RolloutState): Promise<RolloutRecord> {
    await this.tickUntilIdle();
    const rollout = await this.rollout(id);
    expect(rollout.state, await this.states()).to.equal(state);
    return rollout;
  }

  /** The states of all rollouts, their stages and their upgrades. */
  private async states(): Promise<string> {
    const { rollouts, upgrades } = this.service.deps.mongo.models;
    const { org: organisationId } = this.organisation;
    const all = await rollouts.find({ organisationId }).sort({ _id: 1 }).lean();
    const written = await upgrades.find({ organisationId }).sort({ _id: 1 }).lean();
    return JSON.stringify({
      rollouts: all.map(({ _id, state, stages }) => [
        _id,
        state,
        ...stages.map(({ state: ofStage, boundTo, drawnAt, drawsOpen }) => [
          ofStage,
          boundTo,
          drawnAt === null,
          drawsOpen,
        ]),
      ]),
      upgrades: written.map(({ _id, status, hasSlot, unprocessed }) => [_id, status, hasSlot, unprocessed]),
    });
  }

  async rollout(id: number): Promise<RolloutRecord> {
    const [found] = await this.service.deps.stores.rollouts.current(this.organisation.org, [id]);
    if (!found) throw new Error(`There is no rollout ${id}`);
    return found;
  }

  /** The progress of a rollout, which must equal a count of its upgrades, without those of a stage that is Binding. */
  async progress(id: number): Promise<RolloutProgress> {
    const rollout = await this.rollout(id);
    const progress = (await readProgress(this.service.deps, [rollout])).get(id);
    if (!progress) throw new Error(`Rollout ${id} has no progress`);
    const binding = rollout.stages.findIndex(({ state }) => state === 'Binding') + 1;
    const upgrades = (await this.upgradesOf(id)).filter(({ rolloutStage }) => rolloutStage !== binding);
    const count = (matches: (upgrade: UpgradeRecord) => boolean): number => upgrades.filter(matches).length;
    const begun = ['Downloading', 'Installing', 'Verifying'];
    const { left: _left, offline: _offline, endsPerMinute: _rate, eta: _eta, ...total } = progress.total;
    expect(total).to.deep.equal({
      devices: upgrades.length,
      waiting: count(({ status, hasSlot }) => status === '' || (status === 'Queued' && !hasSlot)),
      in_flight: count(
        ({ status, hasSlot }) => begun.includes(status) || (status === 'Queued' && hasSlot === true),
      ),
      success: count(({ status }) => status === 'Success'),
      failed: count(({ status }) => status === 'Failed'),
      skipped: count(({ status }) => status === 'Skipped'),
      cancelled: count(({ status }) => status === 'Cancelled'),
      expired: count(({ status }) => status === 'Expired'),
    });
    return progress;
  }

  /**
   * The log of a rollout, read in pages of two. Each event must begin where the last one about the same ended, and the last
   * ones must be the state of the record: no event is missing or twice.
   */
  async log(id: number): Promise<RolloutEvent[]> {
    const { service, organisation } = this;
    const events: RolloutEvent[] = [];
    for (let after: LogPosition | null = null; ;) {
      const page = await listRolloutEvents(service.deps, organisation.admin.caller, { id, after, limit: 2 });
      events.push(...page.events);
      if (!page.hasMore) break;
      after = readEventId(events.at(-1)?.id ?? '', id);
    }
    const rollout = await this.rollout(id);
    const states = new Map<string, unknown>([['rollout', 'Draft']]);
    rollout.stages.forEach((_, index) => states.set(`stage ${index + 1}`, 'Waiting'));
    for (const { id: eventId, action, before, after } of events) {
      if (typeof after?.['state'] !== 'string' || /created|approved/.test(action)) continue;
      const of = typeof after['stage'] === 'number' ? `stage ${after['stage']}` : 'rollout';
      expect(before?.['state'], `${eventId} ${action}`).to.equal(states.get(of));
      states.set(of, after['state']);
    }
    expect(states.get('rollout')).to.equal(rollout.state);
    rollout.stages.forEach(({ state }, index) => {
      expect(states.get(`stage ${index + 1}`), `stage ${index + 1}`).to.equal(state);
    });
    return events;
  }

  upgradesOf(id: number): Promise<UpgradeRecord[]> {
    return (
      this.service.deps.mongo.models.upgrades
        .find({ rolloutId: id, inRollout: true })
        .sort({ _id: 1 })
        // All in one reply, as they are at one instant: workers may run beside.
        .batchSize(10_000)
        .lean()
    );
  }

  /** The heartbeats of a device that takes an offer to its soak. Without `offered`, a heartbeat must get one first. */
  async upgrade(device: TestDevice, offered?: Order): Promise<void> {
    const order = offered ?? (await this.offer(device));
    await this.beat(device, { upgrade: { id: order.id, state: 'downloading' } });
    await this.beat(device, { upgrade: { id: order.id, state: 'installing' } });
    await this.beat(device, { firmware_version: NEW });
  }

  /** Ends the soak of upgraded devices. */
  async soak(devices: readonly TestDevice[]): Promise<void> {
    this.service.clock.advance(61);
    for (const device of devices) await this.beat(device, { firmware_version: NEW });
  }
}
