import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import type { RolloutRunFixture } from '../../rollouts/rollout-run-fixture.js';
import { sampleOf } from '../../fixtures/seed.js';
import { EventFixture, upgradesIn } from '../event-fixture.js';

class Killed extends Error {}

describe('events', () => {
  let eventFixture: EventFixture;
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    eventFixture = await EventFixture.open();
    ({ fixture } = eventFixture);
  });
  afterEach(() => eventFixture.close());

  // docs/webhooks.md#events-1
  it('report the life of a rollout, with the rollout as it is shown', async () => {
    const webhook = await eventFixture.subscribe();
    const devices = await fixture.devices(2);
    const { _id } = await fixture.started();
    await fixture.act(_id, 'pause', { reason: 'lunch' });
    await fixture.act(_id, 'resume');
    await eventFixture.upgradeAll(devices);
    await fixture.tickUntilIdle();
    const events = await eventFixture.written(webhook);
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
    const shown = await fixture.organisation.call('GET', `/v1/rollouts/${_id}`);
    const { rollout } = (shown.body as { data: { rollout: object } }).data;
    expect(Object.keys(events[6]?.data.rollout ?? {})).to.deep.equal(Object.keys(rollout));
    expect(events[6]?.data.rollout).to.include({ state: 'Completed' });
  });

  // docs/webhooks.md#events-1
  it('report an approval, a cancellation and a finish', async () => {
    const webhook = await eventFixture.subscribe();
    const devices = await fixture.devices(1);
    const stages = [{ percent: 100, soak_minutes: 0, approval: true }];
    const approved = await fixture.started({ stages });
    await eventFixture.upgradeAll(devices);
    await fixture.tickUntilIdle();
    await fixture.act(approved._id, 'stages/1/approve');
    await fixture.tickUntilIdle();
    const cancelled = await fixture.started({ stages });
    await fixture.act(cancelled._id, 'cancel');
    const finished = await fixture.started({ stages });
    const finish = { body: { end_at: fixture.service.clock.now().toISOString() } };
    expect(
      (await fixture.organisation.call('PATCH', `/v1/rollouts/${finished._id}`, finish)).status,
    ).to.equal(200);
    const events = await eventFixture.written(webhook);
    const typesOf = (id: number) =>
      events.filter(({ data }) => data.rollout?.['id'] === id).map(({ type }) => type);
    expect(typesOf(approved._id)).to.deep.equal([
      'rollout.started',
      'rollout.stage.started',
      'rollout.stage.awaiting_approval',
      'rollout.stage.done',
      'rollout.completed',
    ]);
    expect(typesOf(cancelled._id)).to.deep.equal(['rollout.started', 'rollout.cancelled']);
    expect(typesOf(finished._id)).to.deep.equal(['rollout.started', 'rollout.completed']);
  });

  // docs/webhooks.md#events-1
  it('report a start at start_at and the pause by a gate, with its reason', async () => {
    const webhook = await eventFixture.subscribe();
    const [device] = await fixture.devices(1);
    const startAt = new Date(fixture.service.clock.now().getTime() + 3_600_000).toISOString();
    await fixture.started({ start_at: startAt, gates: { failure_percent: 0, min_finished: 1 } });
    expect(await eventFixture.written(webhook)).to.deep.equal([]);
    fixture.service.clock.advance(3600);
    await fixture.beat(device);
    await fixture.tickUntilIdle();
    const { id } = await fixture.offer(device);
    await fixture.beat(device, { upgrade: { id, state: 'installing' } });
    await fixture.beat(device, { upgrade: { id, state: 'failure' } });
    await fixture.tickUntilIdle();
    const events = (await eventFixture.written(webhook)).filter(({ data }) => data.rollout);
    expect(events.map(({ type }) => type)).to.deep.equal([
      'rollout.started',
      'rollout.stage.started',
      'rollout.paused',
    ]);
    expect(events[2]?.data.rollout?.['state_reason']).to.include({ gate: 'failure_gate', stage: 1 });
  });

  const POINTS: readonly Failpoint[] = ['tick-written', 'tick-logged', 'tick-counted', 'tick-announced'];
  for (const point of sampleOf(POINTS, 0, 2)) {
    it(`are all written, each once, when every second tick dies at ${point}`, async () => {
      const webhook = await eventFixture.subscribe();
      const devices = await fixture.devices(2);
      const { _id } = await fixture.started();
      const kill = (): void => {
        fixture.service.failpoint = (reached) => {
          if (reached !== point) return undefined;
          fixture.service.failpoint = () => undefined;
          throw new Killed();
        };
      };
      const tickAndDie = async (): Promise<void> => {
        for (let round = 0; round < 6; round += 1) {
          kill();
          await fixture.tick(2);
        }
      };
      await tickAndDie();
      for (const device of devices) await fixture.upgrade(device);
      await fixture.soak(devices);
      await tickAndDie();
      fixture.service.failpoint = () => undefined;
      await fixture.tickUntilIdle();
      const events = await eventFixture.written(webhook);
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
      expect((await fixture.rollout(_id)).state).to.equal('Completed');
    });
  }
});
