import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { EVENT_TYPES } from '../../../shared/webhooks/domain/event-types.js';
import { reportEnds } from '../../../shared/webhooks/operations/report-ends.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { PUBLIC_URL, shownWebhook } from '../../fixtures/records/webhook-fixture.js';
import { NEW, RolloutBed } from '../../rollouts/rollout-bed.js';
import { keepExpired } from '../keep-expired.js';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly rollout?: Readonly<Record<string, unknown>>;
    readonly upgrades?: readonly Readonly<Record<string, unknown>>[];
  };
}

class Killed extends Error {}

describe('events', () => {
  let bed: RolloutBed;
  beforeEach(async () => {
    bed = await RolloutBed.open();
    await keepExpired(bed.service);
  });
  afterEach(() => bed.close());

  async function subscribe(types: readonly string[] = EVENT_TYPES): Promise<number> {
    const body = { url: PUBLIC_URL, types };
    return shownWebhook(await bed.fixture.call('POST', '/v1/webhooks', { body }), 201).id;
  }

  /** The events of the outbox, in the order in which they were written for a webhook. */
  async function written(webhookId: number): Promise<Event[]> {
    const { webhookDeliveries, webhookEvents } = bed.service.deps.mongo.models;
    const deliveries = await webhookDeliveries.find({ webhookId }).sort({ _id: 1 }).lean();
    const events = await webhookEvents.find({ organisationId: bed.fixture.org }).lean();
    const bodies = new Map(events.map(({ _id, body }) => [_id, JSON.parse(body) as Omit<Event, 'id'>]));
    return deliveries.map(({ eventId: id }) => ({ id, ...(bodies.get(id) as Omit<Event, 'id'>) }));
  }

  const upgradesIn = (events: readonly Event[]) => events.flatMap(({ data }) => data.upgrades ?? []);

  async function upgradeAll(devices: readonly TestDevice[]): Promise<void> {
    await bed.tick(4);
    for (const device of devices) await bed.upgrade(device);
    await bed.soak(devices);
  }

  /** An upgrade without a rollout, from its request to its success. */
  async function plainUpgrade(devices: readonly TestDevice[]): Promise<void> {
    await bed.fixture.post({
      aps: devices.map(({ _id }) => `AP:${_id}`),
      version: NEW,
      upgrade_type: 'manual',
    });
    bed.service.clock.advance(1);
    await bed.service.dispatch();
    for (const device of devices) await bed.upgrade(device);
    await bed.soak(devices);
  }

  // docs/webhooks.md#events-1
  it('tell the life of a rollout, with the rollout as it is shown', async () => {
    const webhook = await subscribe();
    const devices = await bed.devices(2);
    const { _id } = await bed.started();
    await bed.act(_id, 'pause', { reason: 'lunch' });
    await bed.act(_id, 'resume');
    await upgradeAll(devices);
    await bed.tick(5);
    const events = await written(webhook);
    expect(events.map(({ type }) => type)).to.deep.equal([
      'rollout.started',
      'rollout.paused',
      'rollout.resumed',
      'rollout.stage.started',
      'upgrades.finished',
      'rollout.stage.done',
      'rollout.completed',
    ]);
    for (const { id } of events) expect(id).to.match(new RegExp(`^evt_${_id}_\\d+_\\d+$`));
    expect(events[1]?.data.rollout).to.deep.include({ id: _id, state: 'Paused' });
    const shown = await bed.fixture.call('GET', `/v1/rollouts/${_id}`);
    const { rollout } = (shown.body as { data: { rollout: object } }).data;
    expect(Object.keys(events[6]?.data.rollout ?? {})).to.deep.equal(Object.keys(rollout));
    expect(events[6]?.data.rollout).to.include({ state: 'Completed' });
  });

  it('tell an approval, a cancellation and a finish', async () => {
    const webhook = await subscribe();
    await bed.devices(1);
    const stages = [{ percent: 100, soak_minutes: 0, approval: true }];
    const { _id } = await bed.started({ stages });
    await bed.tick(2);
    await bed.act(_id, 'cancel');
    const other = await bed.started({ stages });
    const finish = { body: { end_at: bed.service.clock.now().toISOString() } };
    expect((await bed.fixture.call('PATCH', `/v1/rollouts/${other._id}`, finish)).status).to.equal(200);
    const types = (await written(webhook)).map(({ type }) => type);
    expect(types).to.include.members(['rollout.cancelled', 'rollout.completed']);
  });

  // docs/webhooks.md#events-2
  it('name each ended upgrade of a rollout once, at most 100 an event', async () => {
    const webhook = await subscribe(['upgrades.finished']);
    const devices = await bed.devices(3);
    const { _id } = await bed.started();
    await upgradeAll(devices);
    await bed.tick(4);
    const upgrades = upgradesIn(await written(webhook));
    const stored = await bed.upgradesOf(_id);
    expect(upgrades).to.have.deep.members(
      stored.map((upgrade) => ({
        upgrade_id: upgrade._id,
        rollout_id: _id,
        stage: 1,
        status: 'Success',
        cause: null,
        part_number: upgrade.rollout?.partNumber,
        network_id: bed.fixture.network._id,
        previous_version: upgrade.rollout?.previousVersion,
        mac_id: upgrade.macId,
      })),
    );
    expect(upgrades).to.have.length(3);
  });

  // docs/webhooks.md#events-3
  it('name each ended plain upgrade once, whatever it ended in', async () => {
    const [before, first, second] = (await bed.devices(3)) as [TestDevice, TestDevice, TestDevice];
    await plainUpgrade([before]);
    bed.service.clock.advance(1);
    const webhook = await subscribe(['upgrades.finished']);
    await plainUpgrade([first, second]);
    expect(await reportEnds(bed.service.deps)).to.equal(2);
    expect(await reportEnds(bed.service.deps)).to.equal(0);
    const events = await written(webhook);
    expect(events.map(({ type }) => type)).to.deep.equal(['upgrades.finished']);
    const upgrades = upgradesIn(events);
    expect(upgrades.map(({ mac_id }) => mac_id)).to.have.members([first.macId, second.macId]);
    expect(upgrades[0]).to.include({ rollout_id: null, stage: null, status: 'Success', cause: null });
    expect(upgrades[0]?.['part_number']).to.be.a('string');
  });

  it('name 250 ends in three events', async () => {
    const webhook = await subscribe(['upgrades.finished']);
    const [device] = (await bed.devices(1)) as [TestDevice];
    await plainUpgrade([device]);
    const { upgrades } = bed.service.deps.mongo.models;
    const ended = await upgrades.findOne({ routerInventoryId: device._id }).lean();
    if (!ended) throw new Error('The upgrade is not there');
    const copies = Array.from({ length: 249 }, (_, index) => ({
      ...ended,
      _id: ended._id + 1 + index,
      scheduleId: ended.scheduleId + 1 + index,
    }));
    await upgrades.insertMany(copies);
    expect(await reportEnds(bed.service.deps)).to.equal(250);
    const sizes = (await written(webhook)).map(({ data }) => data.upgrades?.length);
    expect(sizes).to.deep.equal([100, 100, 50]);
  });

  it('of plain upgrades are written once by two workers at a time', async () => {
    const webhook = await subscribe(['upgrades.finished']);
    const devices = await bed.devices(2);
    await plainUpgrade(devices);
    await Promise.all([reportEnds(bed.service.deps), reportEnds(bed.service.deps)]);
    await reportEnds(bed.service.deps);
    expect(upgradesIn(await written(webhook))).to.have.length(2);
  });

  const POINTS: readonly Failpoint[] = ['tick-written', 'tick-logged', 'tick-settled', 'tick-announced'];
  for (const point of POINTS) {
    it(`are all written, each once, when every second tick dies at ${point}`, async () => {
      const webhook = await subscribe();
      const devices = await bed.devices(2);
      const { _id } = await bed.started();
      const kill = (): void => {
        bed.service.failpoint = (reached) => {
          if (reached !== point) return undefined;
          bed.service.failpoint = () => undefined;
          throw new Killed();
        };
      };
      const tickAndDie = async (): Promise<void> => {
        for (let round = 0; round < 6; round += 1) {
          kill();
          await bed.tick(2);
        }
      };
      await tickAndDie();
      for (const device of devices) await bed.upgrade(device);
      await bed.soak(devices);
      await tickAndDie();
      bed.service.failpoint = () => undefined;
      await bed.tick(2);
      const events = await written(webhook);
      expect(new Set(events.map(({ id }) => id)).size).to.equal(events.length);
      expect(upgradesIn(events)).to.have.length(2);
      expect(
        events.filter(({ type }) => type !== 'upgrades.finished').map(({ type }) => type),
      ).to.have.members([
        'rollout.started',
        'rollout.stage.started',
        'rollout.stage.done',
        'rollout.completed',
      ]);
      expect((await bed.rollout(_id)).state).to.equal('Completed');
    });
  }
});
