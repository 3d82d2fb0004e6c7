import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import type { RolloutBed } from '../../rollouts/rollout-bed.js';
import { sampleOf } from '../../fixtures/seed.js';
import { EventBed, upgradesIn } from '../event-bed.js';

class Killed extends Error {}

describe('events', () => {
  let eventBed: EventBed;
  let bed: RolloutBed;
  beforeEach(async () => {
    eventBed = await EventBed.open();
    ({ bed } = eventBed);
  });
  afterEach(() => eventBed.close());

  // docs/webhooks.md#events-1
  it('tell the life of a rollout, with the rollout as it is shown', async () => {
    const webhook = await eventBed.subscribe();
    const devices = await bed.devices(2);
    const { _id } = await bed.started();
    await bed.act(_id, 'pause', { reason: 'lunch' });
    await bed.act(_id, 'resume');
    await eventBed.upgradeAll(devices);
    await bed.tick(5);
    const events = await eventBed.written(webhook);
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

  // docs/webhooks.md#events-1
  it('tell an approval, a cancellation and a finish', async () => {
    const webhook = await eventBed.subscribe();
    const devices = await bed.devices(1);
    const stages = [{ percent: 100, soak_minutes: 0, approval: true }];
    const approved = await bed.started({ stages });
    await eventBed.upgradeAll(devices);
    await bed.tick(2);
    await bed.act(approved._id, 'stages/1/approve');
    await bed.tick(2);
    const cancelled = await bed.started({ stages });
    await bed.act(cancelled._id, 'cancel');
    const finished = await bed.started({ stages });
    const finish = { body: { end_at: bed.service.clock.now().toISOString() } };
    expect((await bed.fixture.call('PATCH', `/v1/rollouts/${finished._id}`, finish)).status).to.equal(200);
    const events = await eventBed.written(webhook);
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
  it('tell a start at start_at and the pause by a gate, with its reason', async () => {
    const webhook = await eventBed.subscribe();
    const [device] = (await bed.devices(1)) as [TestDevice];
    const startAt = new Date(bed.service.clock.now().getTime() + 3_600_000).toISOString();
    await bed.started({ start_at: startAt, gates: { failure_percent: 0, min_finished: 1 } });
    expect(await eventBed.written(webhook)).to.deep.equal([]);
    bed.service.clock.advance(3600);
    await bed.beat(device);
    await bed.tick(4);
    const { id } = await bed.offer(device);
    await bed.beat(device, { upgrade: { id, state: 'installing' } });
    await bed.beat(device, { upgrade: { id, state: 'failure' } });
    await bed.tick(2);
    const events = (await eventBed.written(webhook)).filter(({ data }) => data.rollout);
    expect(events.map(({ type }) => type)).to.deep.equal([
      'rollout.started',
      'rollout.stage.started',
      'rollout.paused',
    ]);
    expect(events[2]?.data.rollout?.['state_reason']).to.include({ gate: 'failure_gate', stage: 1 });
  });

  const POINTS: readonly Failpoint[] = ['tick-written', 'tick-logged', 'tick-settled', 'tick-announced'];
  for (const point of sampleOf(POINTS, 0, 2)) {
    it(`are all written, each once, when every second tick dies at ${point}`, async () => {
      const webhook = await eventBed.subscribe();
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
      const events = await eventBed.written(webhook);
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
