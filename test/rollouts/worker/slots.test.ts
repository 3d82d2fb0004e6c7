import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { NEW, RolloutBed } from '../rollout-bed.js';

describe('the slots of a rollout', () => {
  let bed: RolloutBed;
  beforeEach(async () => {
    bed = await RolloutBed.open();
  });
  afterEach(() => bed.close());

  /** The devices by whether a heartbeat of theirs is answered with an upgrade. */
  async function askAll(devices: readonly TestDevice[]) {
    const [offered, others]: [TestDevice[], TestDevice[]] = [[], []];
    for (const device of devices) ((await bed.beat(device)) ? offered : others).push(device);
    return { offered, others };
  }

  // docs/rollouts.md#slots-1
  it('are at most max_in_flight, given in the order of the seed', async () => {
    const devices = await bed.devices(7);
    const { _id: id } = await bed.started({ max_in_flight: 3 });
    await bed.tick(5);
    const upgrades = await bed.upgradesOf(id);
    const order = ({ rollout }: (typeof upgrades)[number]): string => rollout?.order ?? '';
    const sorted = [...upgrades].sort((a, b) => (order(a) < order(b) ? -1 : 1));
    expect(sorted.map(({ status }) => status)).to.deep.equal(['Queued', 'Queued', 'Queued', '', '', '', '']);
    const offered = [];
    for (const device of devices) if (await bed.beat(device)) offered.push(device);
    expect(offered).to.have.length(3);
    await bed.progress(id);
  });

  // docs/rollouts.md#slots-1
  it('stay with upgrades that have them when max_in_flight is lowered, and none is given until there is room', async () => {
    const devices = await bed.devices(4);
    const { _id: id } = await bed.started({ max_in_flight: 3 });
    await bed.tick(3);
    const { offered } = await askAll(devices);
    expect(offered).to.have.length(3);
    const body = { max_in_flight: 1 };
    expect((await bed.fixture.call('PATCH', `/v1/rollouts/${id}`, { body })).status).to.equal(200);
    await bed.tick(3);
    expect((await bed.progress(id)).total).to.include({ in_flight: 3, waiting: 1 });
    for (const [index, device] of offered.entries()) {
      await bed.upgrade(device);
      await bed.soak([device]);
      for (const each of devices.filter((other) => !offered.includes(other))) await bed.beat(each);
      await bed.tick(2);
      const inFlight = index < 2 ? 2 - index : 1;
      expect((await bed.progress(id)).total, `after ${index + 1}`).to.include({ in_flight: inFlight });
    }
    expect((await bed.progress(id)).total).to.include({ success: 3, in_flight: 1, waiting: 0 });
  });

  it('are given at a rate that is set while the rollout runs, from an empty bucket on', async () => {
    const devices = await bed.devices(4);
    const { _id: id } = await bed.started({ max_in_flight: 1 });
    await bed.tick(3);
    const body = { rate: { per_minute: 1 }, max_in_flight: 500 };
    expect((await bed.fixture.call('PATCH', `/v1/rollouts/${id}`, { body })).status).to.equal(200);
    for (const inFlight of [1, 2, 3]) {
      await bed.tick(3);
      expect((await bed.progress(id)).total).to.include({ in_flight: inFlight });
      bed.service.clock.advance(60);
      for (const device of devices) await bed.beat(device);
    }
  });

  // docs/rollouts.md#slots-2
  it('are taken from an upgrade that is not offered in time, which returns to Pending', async () => {
    const [device] = await bed.devices(1);
    if (!device) throw new Error('no device');
    const { _id: id } = await bed.started();
    await bed.tick(3);
    expect((await bed.progress(id)).total).to.include({ in_flight: 1 });
    bed.service.clock.advance(200);
    await bed.service.sweep();
    expect(await bed.service.latest(device)).to.include({ status: '', deadlineAt: null });
    expect((await bed.progress(id)).total).to.include({ in_flight: 0, waiting: 1 });
    await bed.beat(device);
    await bed.tick(3);
    expect((await bed.progress(id)).total).to.include({ in_flight: 1 });
    expect(await bed.beat(device)).to.not.equal(null);
  });

  // docs/rollouts.md#slots-3
  it('are taken from an upgrade that its device ignores, which is Expired after the third time', async () => {
    const [device] = await bed.devices(1);
    if (!device) throw new Error('no device');
    const { _id: id } = await bed.started({
      retry: { step_timeout_minutes: 1 },
      gates: { failure_percent: 100 },
    });
    await bed.tick(3);
    for (let time = 1; time <= 3; time += 1) {
      expect(await bed.beat(device), `offer ${time}`).to.not.equal(null);
      bed.service.clock.advance(50);
      await bed.beat(device);
      bed.service.clock.advance(20);
      await bed.service.sweep();
      if (time < 3) {
        expect((await bed.progress(id)).total).to.include({ in_flight: 0, waiting: 1 });
        await bed.tick(3);
      }
    }
    expect(await bed.service.latest(device)).to.include({ status: 'Expired', cause: 'not_begun' });
    await bed.tick(4);
    expect((await bed.progress(id)).total).to.include({ expired: 1 });
    expect((await bed.rollout(id)).state).to.equal('Completed');
  });

  // docs/rollouts.md#slots-4
  it('are kept by an upgrade whose download failed: its next try needs no other, and has the full time', async () => {
    const devices = await bed.devices(2);
    const { _id: id } = await bed.started({ max_in_flight: 1, retry: { step_timeout_minutes: 1 } });
    await bed.tick(3);
    const { offered, others } = await askAll(devices);
    const [device, waiting] = [offered[0], others[0]];
    if (!device || !waiting) throw new Error('One device has an offer, and one has none');
    const { _id: upgradeId } = await bed.service.latest(device);
    await bed.beat(device, { upgrade: { id: upgradeId, state: 'downloading' } });
    await bed.beat(device, { upgrade: { id: upgradeId, state: 'failure' } });
    const failed = await bed.service.latest(device);
    expect(failed).to.include({ status: 'Queued', attempts: 1 });
    const nextTry = failed.nextAttemptAt?.getTime() ?? 0;
    expect(failed.deadlineAt, 'time to be offered').to.deep.equal(new Date(nextTry + 180_000));
    await bed.beat(waiting);
    await bed.tick(3);
    expect((await bed.progress(id)).total).to.include({ in_flight: 1, waiting: 1 });
    expect(await bed.beat(device), 'before the next try').to.equal(null);
    bed.service.clock.set(new Date(nextTry + 100_000));
    await bed.service.sweep();
    expect(await bed.beat(device), 'the next try').to.include({ id: upgradeId });
    const asked = await bed.service.latest(device);
    expect(asked.deadlineAt, 'time to begin').to.deep.equal(new Date(nextTry + 160_000));
    expect(asked.rollout).to.include({ slot: true, seq: failed.rollout?.seq, ignored: 0 });
    await bed.beat(device, { upgrade: { id: upgradeId, state: 'installing' } });
    await bed.beat(device, { firmware_version: NEW });
    await bed.soak([device]);
    await bed.beat(waiting);
    await bed.tick(2);
    expect((await bed.progress(id)).total).to.include({ success: 1, in_flight: 1, waiting: 0 });
  });

  // docs/rollouts.md#slots-5
  it('are not needed by an upgrade that its device begins after it has lost its slot', async () => {
    const [device] = await bed.devices(1);
    if (!device) throw new Error('There is no device');
    const { _id: id } = await bed.started({ retry: { step_timeout_minutes: 1 } });
    await bed.tick(3);
    const order = await bed.offer(device);
    bed.service.clock.advance(61);
    await bed.service.sweep();
    expect((await bed.progress(id)).total).to.include({ in_flight: 0, waiting: 1 });
    await bed.beat(device, { upgrade: { id: order.id, state: 'downloading' } });
    expect((await bed.progress(id)).total).to.include({ in_flight: 1, waiting: 0 });
    await bed.beat(device, { upgrade: { id: order.id, state: 'installing' } });
    await bed.beat(device, { firmware_version: NEW });
    await bed.soak([device]);
    await bed.tick(4);
    expect(await bed.rollout(id)).to.include({ state: 'Completed' });
    expect((await bed.progress(id)).total).to.include({ success: 1 });
  });

  // docs/rollouts.md#cancel_rollout-1
  it('keep offered upgrades going after a cancellation, until they lose them', async () => {
    const devices = await bed.devices(4);
    const { _id: id } = await bed.started({ max_in_flight: 3, retry: { step_timeout_minutes: 1 } });
    await bed.tick(3);
    const held = (await bed.upgradesOf(id)).filter(({ rollout }) => rollout?.slot);
    const holding = devices.filter(({ _id }) =>
      held.some(({ routerInventoryId }) => routerInventoryId === _id),
    );
    const [goesOn, ignores] = holding;
    if (!goesOn || !ignores) throw new Error('No device holds a slot');
    const order = await bed.offer(goesOn);
    await bed.offer(ignores);
    await bed.act(id, 'cancel');
    await bed.tick(3);
    expect((await bed.progress(id)).total).to.include({ cancelled: 2, in_flight: 2, waiting: 0 });
    await bed.upgrade(goesOn, order);
    bed.service.clock.advance(61);
    await bed.beat(goesOn, { firmware_version: NEW });
    await bed.service.sweep();
    await bed.tick(3);
    expect(await bed.service.latest(ignores)).to.include({ status: 'Cancelled', cause: 'cancelled' });
    expect((await bed.progress(id)).total).to.include({ cancelled: 3, success: 1, in_flight: 0 });
    expect(await bed.rollout(id)).to.include({ state: 'Cancelled', tickAt: null });
  });
});
