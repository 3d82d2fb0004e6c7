import { expect } from 'chai';
import { RolloutBed } from '../rollout-bed.js';

describe('the windows of a rollout', () => {
  let bed: RolloutBed;
  beforeEach(async () => {
    bed = await RolloutBed.open();
  });
  afterEach(() => bed.close());

  // The clock of the tests starts on Monday, 2026-06-15, at 12:00 UTC, which is 14:00 in Berlin.
  const windows = [{ days: ['mon'], from: '15:00', to: '16:00' }];
  const settings = { windows, time_zone: 'Europe/Berlin', lead_minutes: 15 };

  // docs/rollouts.md#windows-1
  // docs/rollouts.md#windows-5
  it('open dispatch by the clock of the zone, and close it before their end', async () => {
    const devices = await bed.devices(2);
    const [device] = devices;
    if (!device) throw new Error('There is no device');
    const { _id: id } = await bed.started({ ...settings, max_in_flight: 1 });
    await bed.tick(4);
    expect((await bed.progress(id)).total).to.include({ waiting: 2, in_flight: 0 });
    expect((await bed.rollout(id)).stages[0]).to.include({ state: 'Running' });
    bed.service.clock.set('2026-06-15T13:00:00Z');
    for (const each of devices) await bed.beat(each);
    await bed.tick(2);
    expect((await bed.progress(id)).total).to.include({ waiting: 1, in_flight: 1 });
    bed.service.clock.set('2026-06-15T13:44:00Z');
    for (const each of devices) if (await bed.beat(each)) throw new Error('The offer is over');
    await bed.service.sweep();
    await bed.tick(1);
    const [queued] = (await bed.upgradesOf(id)).filter(({ status }) => status === 'Queued');
    expect(queued?.deadlineAt?.toISOString(), 'offered until the lead').to.equal('2026-06-15T13:45:00.000Z');
    bed.service.clock.set('2026-06-15T13:45:01Z');
    for (const each of devices) await bed.beat(each);
    await bed.service.sweep();
    await bed.tick(3);
    expect((await bed.progress(id)).total).to.include({ waiting: 2, in_flight: 0 });
    expect((await bed.rollout(id)).stages[0]).to.include({ state: 'Running' });
    bed.service.clock.set('2026-06-22T13:00:00Z');
    for (const each of devices) await bed.beat(each);
    await bed.tick(2);
    expect((await bed.progress(id)).total, 'in the next window').to.include({ waiting: 1, in_flight: 1 });
  });

  // docs/rollouts.md#windows-5
  it('close the next try of a failed download too, which is offered in the next window', async () => {
    const [device] = await bed.devices(1);
    if (!device) throw new Error('There is no device');
    const { _id: id } = await bed.started(settings);
    bed.service.clock.set('2026-06-15T13:40:00Z');
    await bed.beat(device);
    await bed.tick(3);
    const order = await bed.offer(device);
    await bed.beat(device, { upgrade: { id: order.id, state: 'downloading' } });
    bed.service.clock.set('2026-06-15T13:44:30Z');
    await bed.beat(device, { upgrade: { id: order.id, state: 'failure' } });
    expect((await bed.upgradesOf(id))[0]).to.include({ status: 'Queued', attempts: 1 });
    for (let minutes = 0; minutes < 20; minutes += 1) {
      bed.service.clock.advance(60);
      if (await bed.beat(device)) throw new Error('It was offered after the window');
      await bed.service.sweep();
      await bed.tick(1);
    }
    bed.service.clock.set('2026-06-22T13:00:00Z');
    await bed.beat(device);
    await bed.tick(3);
    expect((await bed.offer(device)).id).to.equal(order.id);
  });

  // docs/rollouts.md#windows-2
  it('are closed on the dates of the blackout', async () => {
    await bed.devices(1);
    const blackout = [{ from: '2026-06-14', to: '2026-06-15' }];
    const { _id: id } = await bed.started({ blackout, time_zone: 'UTC' });
    await bed.tick(4);
    expect((await bed.progress(id)).total).to.include({ waiting: 1, in_flight: 0 });
  });
});
