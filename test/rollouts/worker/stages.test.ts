import { expect } from 'chai';
import { orderKey } from '../../../shared/rollouts/domain/rollout-order.js';
import { makePart, type TestDevice } from '../../fixtures/records/device.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import type { Reply } from '../../fixtures/api.js';
import type { Order } from '../../fixtures/records/test-service.js';
import { NEW, OLD, RolloutRunFixture } from '../rollout-run-fixture.js';

describe('the stages of a rollout', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  const states = async (id: number): Promise<string[]> =>
    (await fixture.rollout(id)).stages.map(({ state }) => state);

  /** Offers, upgrades and soaks every device that is offered an upgrade; returns these devices. */
  async function upgradeOffered(devices: readonly TestDevice[]): Promise<TestDevice[]> {
    const upgraded: TestDevice[] = [];
    for (const device of devices) {
      const order = await fixture.beat(device);
      if (!order) continue;
      await fixture.beat(device, { upgrade: { id: order.id, state: 'installing' } });
      await fixture.beat(device, { firmware_version: NEW });
      upgraded.push(device);
    }
    await fixture.soak(upgraded);
    return upgraded;
  }

  it('cover the first devices of the order, each device once, and start after the one before is Done', async () => {
    const devices = await fixture.devices(10);
    const { _id: id, settings } = await fixture.dispatched({
      stages: [
        { percent: 25, soak_minutes: 0 },
        { percent: 100, soak_minutes: 0 },
      ],
    });
    const byOrder = [...devices].sort((a, b) =>
      orderKey(settings.seed, a._id) < orderKey(settings.seed, b._id) ? -1 : 1,
    );
    const bound = (await fixture.upgradesOf(id)).map(({ routerInventoryId }) => routerInventoryId);
    expect(bound).to.have.members(byOrder.slice(0, 3).map(({ _id }) => _id));
    expect(await states(id)).to.deep.equal(['Running', 'Waiting']);
    const first = await upgradeOffered(devices);
    expect(first).to.have.length(3);
    await fixture.tickUntilIdle();
    expect(await states(id)).to.deep.equal(['Done', 'Running']);
    const rest = devices.filter((device) => !first.includes(device));
    for (const device of rest) await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect(await upgradeOffered(rest)).to.have.length(7);
    await fixture.tickUntil(id, 'Completed');
    const progress = await fixture.progress(id);
    expect(progress.stages.map((stage) => stage?.success)).to.deep.equal([3, 7]);
  });

  // docs/rollouts.md#approve_rollout_stage-1
  it('soak for their time, and wait for an approval that the settings require', async () => {
    const devices = await fixture.devices(1);
    const { _id: id } = await fixture.dispatched({
      stages: [{ percent: 100, soak_minutes: 5, approval: true }],
    });
    await upgradeOffered(devices);
    await fixture.tickUntilIdle();
    expect(await states(id)).to.deep.equal(['Soaking']);
    fixture.service.clock.advance(280);
    for (const device of devices) await fixture.beat(device, { firmware_version: NEW });
    await fixture.tickUntilIdle();
    expect(await states(id)).to.deep.equal(['Soaking']);
    fixture.service.clock.advance(20);
    await fixture.tickUntilIdle();
    expect(await states(id)).to.deep.equal(['AwaitingApproval']);
    expect(await fixture.rollout(id)).to.include({ state: 'Running' });
    const { token } = await makeUser(fixture.service.deps, fixture.organisation.org, { role: 'operator' });
    const approve = (n: number, by = fixture.organisation.admin.token): Promise<Reply> =>
      fixture.organisation.call('POST', `/v1/rollouts/${id}/stages/${n}/approve`, { token: by });
    expect((await approve(1, token)).status).to.equal(403);
    expect((await approve(2)).body).to.include({ error_code: 1110 });
    expect((await approve(1)).status).to.equal(200);
    expect((await approve(1)).status, 'again').to.equal(200);
    await fixture.tickUntil(id, 'Completed');
    expect(await states(id)).to.deep.equal(['Done']);
  });

  it('start with the first devices of each hardware part that are up, in a canary stage', async () => {
    const { deps } = fixture.service;
    const other = await makePart(deps);
    const version = '2.0.0';
    await makeRelease(deps, fixture.organisation.org, version, [fixture.organisation.part._id, other._id]);
    const devices = await fixture.devices(3);
    const others = [];
    for (let made = 0; made < 3; made += 1)
      others.push(await fixture.organisation.device({ firmwareVersion: OLD, part: other }));
    for (const device of others.slice(0, 2)) await fixture.beat(device);
    const { _id: id, settings } = await fixture.dispatched({
      version,
      stages: [{ canary_per_part: 1, soak_minutes: 0 }, { percent: 100 }],
    });
    const first = (candidates: readonly TestDevice[]): number | undefined =>
      [...candidates].sort((a, b) =>
        orderKey(settings.seed, a._id) < orderKey(settings.seed, b._id) ? -1 : 1,
      )[0]?._id;
    const bound = (await fixture.upgradesOf(id)).map(({ routerInventoryId }) => routerInventoryId);
    expect(bound).to.have.members([first(devices), first(others.slice(0, 2))]);
  });

  // docs/rollouts.md#canary-hold-1
  it('hold a part without successful canaries to as many slots as it has canaries', async () => {
    const devices = await fixture.devices(6);
    fixture.service.clock.advance(600);
    const [only, ...rest] = devices;
    if (only) await fixture.beat(only);
    // One device is up, so the canary stage has one canary, and is done when that has succeeded.
    const { _id: id } = await fixture.dispatched({
      stages: [
        { canary_per_part: 2, soak_minutes: 0 },
        { percent: 100, soak_minutes: 0 },
      ],
    });
    expect(await upgradeOffered(devices.slice(0, 1))).to.deep.equal([only]);
    await fixture.tickUntilIdle();
    expect(await states(id)).to.deep.equal(['Done', 'Running']);
    for (const device of rest) await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ success: 1, in_flight: 2, waiting: 3 });
    await upgradeOffered(rest);
    for (const device of rest) await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ success: 3, in_flight: 3, waiting: 0 });
  });

  // docs/rollouts.md#failure-gate
  // docs/rollouts.md#actions-3
  it('pause the rollout when more upgrades have failed than the gate allows, until it is resumed', async () => {
    const devices = await fixture.devices(4);
    const { _id: id } = await fixture.dispatched({
      gates: { min_finished: 2, failure_percent: 40 },
      max_in_flight: 2,
    });
    const offered: TestDevice[] = [];
    for (const device of devices) {
      const order = await fixture.beat(device);
      if (!order) continue;
      offered.push(device);
      await fixture.beat(device, { upgrade: { id: order.id, state: 'installing' } });
      await fixture.beat(device, { upgrade: { id: order.id, state: 'failure' } });
    }
    expect(offered).to.have.length(2);
    await fixture.tickUntilIdle();
    const rollout = await fixture.rollout(id);
    expect(rollout.state).to.equal('Paused');
    const { rolloutTrips, rolloutDispatches } = fixture.service.deps.metrics;
    expect((await rolloutTrips.get()).values).to.deep.include({ labels: { gate: 'failure_gate' }, value: 1 });
    expect((await rolloutDispatches.get()).values[0]?.value).to.equal(2);
    const { examples, ...reason } = rollout.stateReason ?? {};
    expect(reason).to.include({ gate: 'failure_gate', stage: 1, p: null, limit: 40 });
    expect(reason).to.deep.include({
      part: fixture.organisation.part._id,
      counts: { finished: 2, failed: 2 },
    });
    const failed = offered.map(({ macId }) => macId);
    expect((examples as { mac_id: string }[]).map(({ mac_id }) => mac_id)).to.have.members(failed);
    for (const device of devices) await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ in_flight: 0, waiting: 2 });
    await fixture.act(id, 'resume');
    for (const device of devices) await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect(await fixture.rollout(id), 'resumed').to.include({ state: 'Running' });
    expect((await fixture.progress(id)).total).to.include({ in_flight: 2, waiting: 0 });
  });

  // docs/rollouts.md#actions-3
  it('are not judged by an upgrade that ended before the resume, also when a tick counts it later', async () => {
    const devices = await fixture.devices(2);
    const { _id: id } = await fixture.dispatched({ gates: { min_finished: 1, failure_percent: 0 } });
    const [before, after] = devices;
    const orders = new Map<TestDevice, Order>();
    for (const device of devices) orders.set(device, await fixture.offer(device));
    const fail = async (device: TestDevice): Promise<void> => {
      const upgradeId = orders.get(device)?.id ?? 0;
      await fixture.beat(device, { upgrade: { id: upgradeId, state: 'installing' } });
      await fixture.beat(device, { upgrade: { id: upgradeId, state: 'failure' } });
    };
    await fixture.act(id, 'pause');
    await fail(before);
    fixture.service.clock.advance(1);
    await fixture.act(id, 'resume');
    await fixture.tickUntilIdle();
    expect(await fixture.rollout(id)).to.include({ state: 'Running' });
    expect((await fixture.progress(id)).total).to.include({ failed: 1 });
    await fail(after);
    await fixture.tickUntil(id, 'Paused');
  });

  // docs/rollouts.md#actions-4
  it('end at end_at: waiting upgrades expire, begun ones go on and are counted', async () => {
    const [begun, waiting] = await fixture.devices(2);
    const { _id: id } = await fixture.dispatched({ max_in_flight: 1, end_at: '2026-06-15 13:00' });
    const [first, second] = (await fixture.beat(begun)) ? [begun, waiting] : [waiting, begun];
    const order = await fixture.beat(first);
    await fixture.beat(first, { upgrade: { id: order?.id ?? 0, state: 'downloading' } });
    fixture.service.clock.advance(1000);
    await fixture.beat(first, { upgrade: { id: order?.id ?? 0, state: 'downloading', progress: 50 } });
    fixture.service.clock.set('2026-06-15T13:00:01Z');
    await fixture.tickUntil(id, 'Completed');
    expect(await fixture.service.latest(second)).to.include({ status: 'Expired', cause: 'not_reached' });
    expect((await fixture.progress(id)).total).to.include({ expired: 1, in_flight: 1 });
    await fixture.beat(first, { upgrade: { id: order?.id ?? 0, state: 'installing' } });
    await fixture.beat(first, { firmware_version: NEW });
    await fixture.soak([first]);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ expired: 1, success: 1, in_flight: 0 });
    expect((await fixture.rollout(id)).tickAt).to.equal(null);
  });

  it('that are cancelled while their upgrades are written end those that are written', async () => {
    await fixture.devices(3);
    const { _id: id } = await fixture.started();
    fixture.service.failpoint = (failpoint) => {
      if (failpoint === 'stage-bound') throw new Error('The worker died');
    };
    await fixture.tick();
    fixture.service.failpoint = () => undefined;
    expect(await states(id)).to.deep.equal(['Binding']);
    expect(await fixture.upgradesOf(id)).to.have.length(3);
    await fixture.act(id, 'cancel');
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ devices: 3, cancelled: 3, waiting: 0 });
    expect((await fixture.rollout(id)).tickAt).to.equal(null);
  });
});
