import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { OLD, RolloutRunFixture } from '../rollout-run-fixture.js';

describe('failures of a rollout', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  /** One failure that counts pauses the rollout. */
  const strict = { failure_percent: 0, min_finished: 1, health: false };

  /** Takes a device to its installation, in which it falls silent for longer than the step timeout. */
  async function fallSilent(device: TestDevice, afterwards: () => Promise<unknown>): Promise<void> {
    const order = await fixture.offer(device);
    await fixture.beat(device, { upgrade: { id: order.id, state: 'installing' } });
    fixture.service.clock.advance(241);
    await afterwards();
    await fixture.service.sweep();
    expect(await fixture.service.latest(device)).to.include({ status: 'Failed', cause: 'silent' });
  }

  // docs/rollouts.md#failure-gate-2
  it('by silence count while another device of the network is heard', async () => {
    const [device, neighbour] = await fixture.devices(2);
    const retry = { step_timeout_minutes: 4 };
    const { _id: id } = await fixture.dispatched({ gates: strict, retry, targets: [`AP:${device._id}`] });
    await fallSilent(device, () => fixture.beat(neighbour));
    const { stateReason } = await fixture.tickUntil(id, 'Paused');
    expect(stateReason).to.deep.include({ gate: 'failure_gate', counts: { finished: 1, failed: 1 } });
    const upgrade = await fixture.service.latest(device);
    expect(upgrade).to.include({ silenceCounts: true });
  });

  // docs/rollouts.md#failure-gate-2
  // docs/reliability.md#site-falls-silent
  it('by silence count for nothing when the site fell silent together', async () => {
    const [device, neighbour] = await fixture.devices(2);
    const elsewhere = await fixture.organisation.device({ firmwareVersion: OLD, network: null });
    const retry = { step_timeout_minutes: 4 };
    const { _id: id } = await fixture.dispatched({ gates: strict, retry, targets: [`AP:${device._id}`] });
    await fixture.beat(neighbour);
    await fallSilent(device, () => fixture.beat(elsewhere));
    await fixture.tickUntil(id, 'Completed');
    expect((await fixture.progress(id)).total).to.include({ failed: 1 });
    expect((await fixture.progress(id)).blockedNetworks).to.deep.equal([]);
  });

  // docs/rollouts.md#failure-gate-2
  it('by an ignored offer let a stage soak beside devices that are offline, and count for nothing', async () => {
    const [device] = await fixture.devices(2);
    const { _id: id } = await fixture.started({
      retry: { step_timeout_minutes: 1 },
      stages: [{ percent: 100, soak_minutes: 5 }],
      gates: strict,
    });
    fixture.service.clock.advance(600);
    await fixture.beat(device);
    await fixture.tickUntilIdle();
    const stage = async () => (await fixture.rollout(id)).stages[0]?.state;
    for (let time = 1; time <= 3; time += 1) {
      expect(await fixture.beat(device), `offer ${time}`).to.not.equal(null);
      fixture.service.clock.advance(50);
      await fixture.beat(device);
      fixture.service.clock.advance(20);
      await fixture.service.sweep();
      expect(await stage()).to.equal('Running');
      await fixture.tickUntilIdle();
    }
    expect(await stage()).to.equal('Soaking');
    fixture.service.clock.advance(300);
    await fixture.tickUntilIdle();
    expect(await stage()).to.equal('Done');
  });

  /** Lets the download of each device fail once. */
  async function failDownloads(devices: readonly TestDevice[]): Promise<void> {
    for (const device of devices) {
      const order = await fixture.offer(device);
      await fixture.beat(device, { upgrade: { id: order.id, state: 'downloading' } });
      await fixture.beat(device, { upgrade: { id: order.id, state: 'failure', message: 'HTTP 404' } });
    }
  }

  // docs/reliability.md#ends-counted-once
  it('count once when the worker dies before it marks them as counted', async () => {
    const [device] = await fixture.devices(2);
    const { _id: id } = await fixture.dispatched({ gates: { failure_percent: 100 } });
    const order = await fixture.offer(device);
    await fixture.beat(device, { upgrade: { id: order.id, state: 'installing' } });
    await fixture.beat(device, { upgrade: { id: order.id, state: 'failure' } });
    fixture.service.failpoint = (failpoint) => {
      if (failpoint === 'tick-written') throw new Error('The worker died');
    };
    await fixture.tick();
    fixture.service.failpoint = () => undefined;
    await fixture.tickUntilIdle();
    expect((await fixture.rollout(id)).stages[0]?.ended.Failed).to.equal(1);
    expect((await fixture.progress(id)).total).to.include({ devices: 2, failed: 1 });
  });

  // docs/rollouts.md#delivery-gate-1
  // docs/rollouts.md#delivery-gate-2
  // docs/reliability.md#downloads-fail
  it('to get the firmware trip the delivery gate, while they wait for another try', async () => {
    const devices = await fixture.devices(20);
    const { _id: id } = await fixture.dispatched({ gates: { delivery_percent: 100, action: 'rollback' } });
    await failDownloads(devices.slice(1));
    await fixture.tickUntilIdle();
    expect(await fixture.rollout(id)).to.include({ state: 'Running' });
    await failDownloads(devices.slice(0, 1));
    const { stateReason, tick } = await fixture.tickUntil(id, 'Paused');
    expect(stateReason).to.deep.include({
      gate: 'delivery_gate',
      stage: 1,
      part: null,
      counts: { tried: 20, failed: 20 },
      limit: 100,
    });
    expect(stateReason?.['examples']).to.have.length(10);
    expect(tick?.rollback, 'no rollback').to.equal(undefined);
    await fixture.act(id, 'resume');
    await fixture.tickUntilIdle();
    expect(await fixture.rollout(id), 'resumed').to.include({ state: 'Running' });
  });

  // docs/rollouts.md#delivery-gate-1
  it('to get the firmware trip the delivery gate when no try is left', async () => {
    const devices = await fixture.devices(20);
    const { _id: id } = await fixture.dispatched({ retry: { max_attempts: 1 } });
    await failDownloads(devices);
    const { stateReason } = await fixture.tickUntil(id, 'Paused');
    expect(stateReason).to.deep.include({
      gate: 'delivery_gate',
      counts: { tried: 20, failed: 20 },
      limit: 50,
    });
    const [example] = stateReason?.['examples'] as Record<string, unknown>[];
    expect(example).to.include({ cause: 'download' });
  });

  // docs/rollouts.md#network_limit-4
  it('no longer block a network after a resume', async () => {
    const devices = await fixture.devices(6);
    const { _id: id } = await fixture.dispatched({
      network: { max_percent: 25, switches_last: true },
      stages: [{ percent: 100, soak_minutes: 60 }],
    });
    const [offered] = (await fixture.upgradesOf(id)).filter(({ status }) => status === 'Queued');
    const failing = devices.find(({ _id }) => _id === offered?.routerInventoryId);
    if (!failing) throw new Error('One of them has a slot');
    const order = await fixture.offer(failing);
    await fixture.beat(failing, { upgrade: { id: order.id, state: 'installing' } });
    await fixture.beat(failing, { upgrade: { id: order.id, state: 'failure' } });
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).blockedNetworks).to.deep.equal([fixture.organisation.network._id]);
    await fixture.act(id, 'pause');
    fixture.service.clock.advance(1);
    await fixture.act(id, 'resume');
    expect((await fixture.progress(id)).blockedNetworks).to.deep.equal([]);
    for (const device of devices) if (device !== failing) await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).blockedNetworks).to.deep.equal([]);
    expect((await fixture.progress(id)).total).to.include({ in_flight: 1 });
  });
});
