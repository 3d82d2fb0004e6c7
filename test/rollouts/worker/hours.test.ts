import { expect } from 'chai';
import { RolloutRunFixture } from '../rollout-run-fixture.js';

describe('the windows of a rollout', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  // The clock of the tests starts on Monday, 2026-06-15, at 12:00 UTC, which is 14:00 in Berlin.
  const windows = [{ days: ['mon'], from: '15:00', to: '16:00' }];
  const settings = { windows, time_zone: 'Europe/Berlin', lead_minutes: 15 };

  // docs/rollouts.md#windows-1
  // docs/rollouts.md#windows-5
  it('open dispatch by the clock of the zone, and close it before their end', async () => {
    const devices = await fixture.devices(2);
    const { _id: id } = await fixture.dispatched({ ...settings, max_in_flight: 1 });
    expect((await fixture.progress(id)).total).to.include({ waiting: 2, in_flight: 0 });
    expect((await fixture.rollout(id)).stages[0]).to.include({ state: 'Running' });
    fixture.service.clock.set('2026-06-15T13:00:00Z');
    for (const each of devices) await fixture.beat(each);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ waiting: 1, in_flight: 1 });
    fixture.service.clock.set('2026-06-15T13:44:00Z');
    for (const each of devices) if (await fixture.beat(each)) throw new Error('The offer is over');
    await fixture.service.sweep();
    await fixture.tick();
    const [queued] = (await fixture.upgradesOf(id)).filter(({ status }) => status === 'Queued');
    expect(queued?.deadlineAt?.toISOString(), 'offered until the lead').to.equal('2026-06-15T13:45:00.000Z');
    fixture.service.clock.set('2026-06-15T13:45:01Z');
    for (const each of devices) await fixture.beat(each);
    await fixture.service.sweep();
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ waiting: 2, in_flight: 0 });
    expect((await fixture.rollout(id)).stages[0]).to.include({ state: 'Running' });
    fixture.service.clock.set('2026-06-22T13:00:00Z');
    for (const each of devices) await fixture.beat(each);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total, 'in the next window').to.include({ waiting: 1, in_flight: 1 });
  });

  // docs/rollouts.md#windows-5
  it('close the next try of a failed download too, which is offered in the next window', async () => {
    const [device] = await fixture.devices(1);
    const { _id: id } = await fixture.started(settings);
    fixture.service.clock.set('2026-06-15T13:40:00Z');
    await fixture.beat(device);
    await fixture.tickUntilIdle();
    const order = await fixture.offer(device);
    await fixture.beat(device, { upgrade: { id: order.id, state: 'downloading' } });
    fixture.service.clock.set('2026-06-15T13:44:30Z');
    await fixture.beat(device, { upgrade: { id: order.id, state: 'failure' } });
    expect((await fixture.upgradesOf(id))[0]).to.include({ status: 'Queued', attempts: 1 });
    for (let minutes = 0; minutes < 20; minutes += 1) {
      fixture.service.clock.advance(60);
      if (await fixture.beat(device)) throw new Error('It was offered after the window');
      await fixture.service.sweep();
      await fixture.tick();
    }
    fixture.service.clock.set('2026-06-22T13:00:00Z');
    await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect((await fixture.offer(device)).id).to.equal(order.id);
  });

  // docs/rollouts.md#windows-2
  it('are closed on the dates of the blackout', async () => {
    await fixture.devices(1);
    const blackout = [{ from: '2026-06-14', to: '2026-06-15' }];
    const { _id: id } = await fixture.dispatched({ blackout, time_zone: 'UTC' });
    expect((await fixture.progress(id)).total).to.include({ waiting: 1, in_flight: 0 });
  });
});
