import { expect } from 'chai';
import { EventFixture } from '../../webhooks/event-fixture.js';
import type { RolloutRunFixture } from '../rollout-run-fixture.js';

const NONE = {
  approval: 0,
  start: 0,
  watch: 0,
  canary: 0,
  blocked: 0,
  offline: 0,
  window: 0,
  switch: 0,
  network_limit: 0,
  slots: 0,
  rate: 0,
};

interface Shown {
  readonly state: string;
  readonly state_reason: unknown;
  readonly waiting_for: Readonly<Record<string, number>> | null;
  readonly window_opens_at: string | null;
}

describe('what the devices of a rollout wait for', () => {
  let eventFixture: EventFixture;
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    eventFixture = await EventFixture.open();
    ({ fixture } = eventFixture);
  });
  afterEach(() => eventFixture.close());

  async function shown(id: number): Promise<Shown> {
    const reply = await fixture.organisation.call('GET', `/v1/rollouts/${id}`);
    return (reply.body as { data: { rollout: Shown } }).data.rollout;
  }

  /** The reasons that apply, after the next count. */
  async function reasons(id: number): Promise<Record<string, number>> {
    fixture.service.clock.advance(30);
    await fixture.tick(2);
    const { waiting_for: found } = await shown(id);
    return Object.fromEntries(Object.entries(found ?? {}).filter(([, count]) => count > 0));
  }

  // docs/rollouts.md#waiting-1
  // docs/rollouts.md#waiting-2
  it('is the window of their network, which opens at a time, or that they come up', async () => {
    const devices = await fixture.devices(3);
    fixture.service.clock.advance(240);
    for (const device of devices.slice(1)) await fixture.beat(device);
    // The clock of the tests starts on Monday at 12:00 UTC.
    const windows = [{ days: ['tue'], from: '02:00', to: '05:00' }];
    const draft = await fixture.draft({ windows, time_zone: 'Europe/Berlin' });
    expect((await shown(draft)).waiting_for, 'in Draft').to.equal(null);
    await fixture.act(draft, 'start');
    await fixture.tickUntilIdle();
    expect(await reasons(draft)).to.deep.equal({ window: 2, offline: 1 });
    expect(await shown(draft)).to.deep.include({
      waiting_for: { ...NONE, window: 2, offline: 1 },
      window_opens_at: '2026-06-16T00:00:00Z',
    });
  });

  // docs/rollouts.md#waiting-1
  it('is a slot, the limit of their network, or that their stage starts or is approved', async () => {
    const devices = await fixture.devices(8);
    const { _id: id } = await fixture.dispatched({
      max_in_flight: 1,
      stages: [
        { count: 3, soak_minutes: 0, approval: true },
        { percent: 100, soak_minutes: 0 },
      ],
    });
    expect(await reasons(id)).to.deep.equal({ slots: 2, start: 5 });
    await fixture.organisation.call('PATCH', `/v1/rollouts/${id}`, { body: { max_in_flight: 500 } });
    await fixture.tickUntilIdle();
    const first = new Set((await fixture.upgradesOf(id)).map(({ routerInventoryId }) => routerInventoryId));
    const upgraded = devices.filter(({ _id }) => first.has(_id));
    for (const device of upgraded) await fixture.upgrade(device);
    await fixture.soak(upgraded);
    await fixture.tickUntilIdle();
    expect(await reasons(id)).to.deep.equal({ approval: 5 });
  });

  // docs/rollouts.md#waiting-1
  it('is the limit of their network', async () => {
    await fixture.devices(8);
    const { _id: id } = await fixture.dispatched({ network: { max_percent: 25 } });
    expect(await reasons(id)).to.deep.equal({ network_limit: 6 });
  });

  // docs/rollouts.md#actions-4
  // docs/webhooks.md#events-1
  it('is nothing at the end, whose event says how many devices were covered', async () => {
    const webhook = await eventFixture.subscribe();
    await fixture.devices(4);
    const stages = [{ count: 1 }, { percent: 75 }];
    const { _id: id } = await fixture.dispatched({ stages, end_at: '2026-06-15 13:00' });
    fixture.service.clock.set('2026-06-15T13:00:01Z');
    await fixture.tickUntil(id, 'Completed');
    expect(await shown(id)).to.deep.include({ state_reason: { reason: 'end' }, waiting_for: null });
    const events = await eventFixture.written(webhook);
    const completed = events.find(({ type }) => type === 'rollout.completed');
    expect(completed?.data).to.include({ covered: 1, not_covered: 3 });
    const { _id: finished } = await fixture.dispatched({ stages });
    const finish = { body: { end_at: fixture.service.clock.now().toISOString() } };
    await fixture.organisation.call('PATCH', `/v1/rollouts/${finished}`, finish);
    expect(await shown(finished)).to.deep.include({ state: 'Completed', state_reason: { reason: 'end' } });
  });

  // docs/rollouts.md#update_rollout-6
  it('ends for devices that are no longer excluded: the next search for joiners finds them', async () => {
    const [device, excluded] = await fixture.devices(2);
    const { _id: id } = await fixture.dispatched({ exclude: [`AP:${excluded._id}`] });
    expect((await fixture.progress(id)).total).to.include({ devices: 1 });
    await fixture.act(id, 'pause');
    const reply = await fixture.organisation.call('PATCH', `/v1/rollouts/${id}`, { body: { exclude: [] } });
    expect(reply.status, reply.text).to.equal(200);
    await fixture.act(id, 'resume');
    for (const each of [device, excluded]) await fixture.beat(each);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ devices: 2 });
  });
});
