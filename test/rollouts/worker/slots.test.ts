import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { NEW, RolloutRunFixture } from '../rollout-run-fixture.js';

describe('the slots of a rollout', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  /** The devices by whether a heartbeat of theirs is answered with an upgrade. */
  async function askAll(devices: readonly TestDevice[]) {
    const [offered, others]: [TestDevice[], TestDevice[]] = [[], []];
    for (const device of devices) ((await fixture.beat(device)) ? offered : others).push(device);
    return { offered, others };
  }

  // docs/rollouts.md#slots-1
  it('are at most max_in_flight, given in the order of the seed', async () => {
    const devices = await fixture.devices(7);
    const { _id: id } = await fixture.dispatched({ max_in_flight: 3 });
    const upgrades = await fixture.upgradesOf(id);
    const order = ({ rolloutOrder = '' }: (typeof upgrades)[number]): string => rolloutOrder;
    const sorted = [...upgrades].sort((a, b) => (order(a) < order(b) ? -1 : 1));
    expect(sorted.map(({ status }) => status)).to.deep.equal(['Queued', 'Queued', 'Queued', '', '', '', '']);
    const offered = [];
    for (const device of devices) if (await fixture.beat(device)) offered.push(device);
    expect(offered).to.have.length(3);
    await fixture.progress(id);
  });

  // docs/rollouts.md#slots-1
  it('stay with upgrades that have them when max_in_flight is lowered, and none is given until there is room', async () => {
    const devices = await fixture.devices(4);
    const { _id: id } = await fixture.dispatched({ max_in_flight: 3 });
    const { offered } = await askAll(devices);
    expect(offered).to.have.length(3);
    const body = { max_in_flight: 1 };
    expect((await fixture.organisation.call('PATCH', `/v1/rollouts/${id}`, { body })).status).to.equal(200);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ in_flight: 3, waiting: 1 });
    for (const [index, device] of offered.entries()) {
      await fixture.upgrade(device);
      await fixture.soak([device]);
      for (const each of devices.filter((other) => !offered.includes(other))) await fixture.beat(each);
      await fixture.tickUntilIdle();
      const inFlight = index < 2 ? 2 - index : 1;
      expect((await fixture.progress(id)).total, `after ${index + 1}`).to.include({ in_flight: inFlight });
    }
    expect((await fixture.progress(id)).total).to.include({ success: 3, in_flight: 1, waiting: 0 });
  });

  it('are given at a rate that is set while the rollout runs, from an empty bucket on', async () => {
    const devices = await fixture.devices(4);
    const { _id: id } = await fixture.dispatched({ max_in_flight: 1 });
    const body = { rate: { per_minute: 1 }, max_in_flight: 500 };
    expect((await fixture.organisation.call('PATCH', `/v1/rollouts/${id}`, { body })).status).to.equal(200);
    for (const inFlight of [1, 2, 3]) {
      await fixture.tickUntilIdle();
      expect((await fixture.progress(id)).total).to.include({ in_flight: inFlight });
      fixture.service.clock.advance(60);
      for (const device of devices) await fixture.beat(device);
    }
  });

  // docs/rollouts.md#slots-2
  it('are taken from an upgrade that is not offered in time, which returns to Pending', async () => {
    const [device] = await fixture.devices(1);
    const { _id: id } = await fixture.dispatched();
    expect((await fixture.progress(id)).total).to.include({ in_flight: 1 });
    fixture.service.clock.advance(200);
    await fixture.service.sweep();
    expect(await fixture.service.latest(device)).to.include({ status: '', deadlineAt: null });
    expect((await fixture.progress(id)).total).to.include({ in_flight: 0, waiting: 1 });
    await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ in_flight: 1 });
    expect(await fixture.beat(device)).to.not.equal(null);
  });

  // docs/rollouts.md#slots-3
  it('are taken from an upgrade that its device ignores, which is Expired after the third time', async () => {
    const [device] = await fixture.devices(1);
    const { _id: id } = await fixture.dispatched({
      retry: { step_timeout_minutes: 1 },
      gates: { failure_percent: 100 },
    });
    for (let time = 1; time <= 3; time += 1) {
      expect(await fixture.beat(device), `offer ${time}`).to.not.equal(null);
      fixture.service.clock.advance(50);
      await fixture.beat(device);
      fixture.service.clock.advance(20);
      await fixture.service.sweep();
      if (time < 3) {
        expect((await fixture.progress(id)).total).to.include({ in_flight: 0, waiting: 1 });
        await fixture.tickUntilIdle();
      }
    }
    expect(await fixture.service.latest(device)).to.include({ status: 'Expired', cause: 'not_begun' });
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ expired: 1 });
    expect((await fixture.rollout(id)).state).to.equal('Completed');
  });

  // docs/rollouts.md#slots-4
  it('are kept by an upgrade whose download failed: its next try needs no other, and has the full time', async () => {
    const devices = await fixture.devices(2);
    const { _id: id } = await fixture.dispatched({ max_in_flight: 1, retry: { step_timeout_minutes: 1 } });
    const { offered, others } = await askAll(devices);
    const [device, waiting] = [offered[0], others[0]];
    if (!device || !waiting) throw new Error('One device has an offer, and one has none');
    const { _id: upgradeId } = await fixture.service.latest(device);
    await fixture.beat(device, { upgrade: { id: upgradeId, state: 'downloading' } });
    await fixture.beat(device, { upgrade: { id: upgradeId, state: 'failure' } });
    const failed = await fixture.service.latest(device);
    expect(failed).to.include({ status: 'Queued', attempts: 1 });
    const nextTry = failed.nextAttemptAt?.getTime() ?? 0;
    expect(failed.deadlineAt, 'time to be offered').to.deep.equal(new Date(nextTry + 180_000));
    await fixture.beat(waiting);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ in_flight: 1, waiting: 1 });
    expect(await fixture.beat(device), 'before the next try').to.equal(null);
    fixture.service.clock.set(new Date(nextTry + 100_000));
    await fixture.service.sweep();
    expect(await fixture.beat(device), 'the next try').to.include({ id: upgradeId });
    const asked = await fixture.service.latest(device);
    expect(asked.deadlineAt, 'time to begin').to.deep.equal(new Date(nextTry + 160_000));
    expect(asked).to.include({ hasSlot: true, dispatchSeq: failed.dispatchSeq, ignored: 0 });
    await fixture.beat(device, { upgrade: { id: upgradeId, state: 'installing' } });
    await fixture.beat(device, { firmware_version: NEW });
    await fixture.soak([device]);
    await fixture.beat(waiting);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ success: 1, in_flight: 1, waiting: 0 });
  });

  // docs/rollouts.md#slots-5
  it('are not needed by an upgrade that its device begins after it has lost its slot', async () => {
    const [device] = await fixture.devices(1);
    const { _id: id } = await fixture.dispatched({ retry: { step_timeout_minutes: 1 } });
    const order = await fixture.offer(device);
    fixture.service.clock.advance(61);
    await fixture.service.sweep();
    expect((await fixture.progress(id)).total).to.include({ in_flight: 0, waiting: 1 });
    await fixture.beat(device, { upgrade: { id: order.id, state: 'downloading' } });
    expect((await fixture.progress(id)).total).to.include({ in_flight: 1, waiting: 0 });
    await fixture.beat(device, { upgrade: { id: order.id, state: 'installing' } });
    await fixture.beat(device, { firmware_version: NEW });
    await fixture.soak([device]);
    await fixture.tickUntil(id, 'Completed');
    expect((await fixture.progress(id)).total).to.include({ success: 1 });
  });

  // docs/rollouts.md#cancel_rollout-1
  it('keep offered upgrades going after a cancellation, until they lose them', async () => {
    const devices = await fixture.devices(4);
    const { _id: id } = await fixture.dispatched({ max_in_flight: 3, retry: { step_timeout_minutes: 1 } });
    const held = (await fixture.upgradesOf(id)).filter(({ hasSlot }) => hasSlot);
    const holding = devices.filter(({ _id }) =>
      held.some(({ routerInventoryId }) => routerInventoryId === _id),
    );
    const [goesOn, ignores] = holding;
    if (!goesOn || !ignores) throw new Error('No device holds a slot');
    const order = await fixture.offer(goesOn);
    await fixture.offer(ignores);
    await fixture.act(id, 'cancel');
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ cancelled: 2, in_flight: 2, waiting: 0 });
    await fixture.upgrade(goesOn, order);
    fixture.service.clock.advance(61);
    await fixture.beat(goesOn, { firmware_version: NEW });
    await fixture.service.sweep();
    await fixture.tickUntilIdle();
    expect(await fixture.service.latest(ignores)).to.include({ status: 'Cancelled', cause: 'cancelled' });
    expect((await fixture.progress(id)).total).to.include({ cancelled: 3, success: 1, in_flight: 0 });
    expect(await fixture.rollout(id)).to.include({ state: 'Cancelled', tickAt: null });
  });
});
