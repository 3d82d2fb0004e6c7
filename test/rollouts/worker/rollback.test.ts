import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { NEW, OLD, RolloutRunFixture } from '../rollout-run-fixture.js';

describe('a rollback', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  /** Creates and starts the rollback of a rollout. */
  async function rolledBack(id: number, settings: Record<string, unknown> = {}): Promise<number> {
    const reply = await fixture.organisation.call('POST', `/v1/rollouts/${id}/rollback`, { body: settings });
    expect(reply.status, reply.text).to.equal(201);
    const { rollout } = (reply.body as { data: { rollout: { id: number } } }).data;
    await fixture.act(rollout.id, 'start');
    return rollout.id;
  }

  /** A paused rollout that upgraded all of the devices but the last. */
  async function upgradedAllButLast(count: number): Promise<{ id: number; devices: TestDevice[] }> {
    const devices = await fixture.devices(count);
    const { _id: id } = await fixture.dispatched();
    for (const device of devices.slice(0, -1)) await fixture.upgrade(device);
    await fixture.soak(devices.slice(0, -1));
    await fixture.tick();
    await fixture.act(id, 'pause');
    return { id, devices };
  }

  // docs/rollouts.md#targets-of-rollouts-3
  // docs/rollouts.md#targets-of-rollouts-4
  it('returns each device that was upgraded to its own previous version, and no other device', async () => {
    const { id, devices } = await upgradedAllButLast(3);
    const [first] = devices;
    if (!first) throw new Error('There is no device');
    const own = '1.8.0';
    const { models } = fixture.service.deps.mongo;
    const release = await models.firmwareReleases.findOne({
      version: OLD,
      organisationId: fixture.organisation.org,
    });
    await models.firmwareReleases.create({
      ...release?.toObject(),
      _id: await fixture.service.deps.stores.ids.reserve('firmwareReleases'),
      version: own,
    });
    await models.upgrades.updateOne(
      { routerInventoryId: first._id, rolloutId: id },
      { $set: { previousVersion: own } },
    );
    const rollback = await rolledBack(id, { stages: [{ percent: 100, soak_minutes: 0 }] });
    await fixture.tickUntilIdle();
    const upgrades = await fixture.upgradesOf(rollback);
    const versions = upgrades.map(({ routerInventoryId, version }) => [routerInventoryId, version]);
    expect(versions).to.have.deep.members([
      [first._id, own],
      [devices[1]?._id, OLD],
    ]);
    for (const device of devices.slice(0, -1)) {
      const version = device === first ? own : OLD;
      const order = await fixture.offer(device, { firmware_version: NEW });
      expect(order.version).to.equal(version);
      await fixture.beat(device, { firmware_version: NEW, upgrade: { id: order.id, state: 'installing' } });
      await fixture.beat(device, { firmware_version: version });
    }
    fixture.service.clock.advance(61);
    await fixture.beat(first, { firmware_version: own });
    if (devices[1]) await fixture.beat(devices[1]);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(rollback)).total).to.include({ devices: 2, success: 2 });
    expect(await fixture.rollout(rollback)).to.include({ state: 'Completed' });
  });

  // docs/rollouts.md#targets-of-rollouts-3
  it('takes a device once its soak is over, and none that runs another version by then', async () => {
    const [verifying, moved] = await fixture.devices(2);
    const { _id: id } = await fixture.dispatched();
    await fixture.upgrade(verifying);
    await fixture.upgrade(moved);
    await fixture.act(id, 'pause');
    const rollback = await rolledBack(id);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(rollback)).total).to.include({ devices: 2, waiting: 2 });
    expect(await fixture.beat(verifying, { firmware_version: NEW })).to.equal(null);
    fixture.service.clock.advance(61);
    await fixture.beat(verifying, { firmware_version: NEW });
    await fixture.beat(moved, { firmware_version: '1.11.0' });
    await fixture.tickUntilIdle();
    expect((await fixture.offer(verifying, { firmware_version: NEW })).version).to.equal(OLD);
    expect(await fixture.service.latest(moved)).to.include({ status: 'Cancelled', cause: 'left_target' });
  });

  // docs/rollouts.md#targets-of-rollouts-5
  it('goes on in a retry, to the versions that it was to return its devices to', async () => {
    const { id, devices } = await upgradedAllButLast(3);
    const [failing, unreached] = devices;
    if (!failing || !unreached) throw new Error('There are no devices');
    const rollback = await rolledBack(id, { gates: { failure_percent: 100 } });
    await fixture.tickUntilIdle();
    const order = await fixture.offer(failing, { firmware_version: NEW });
    await fixture.beat(failing, { firmware_version: NEW, upgrade: { id: order.id, state: 'installing' } });
    await fixture.beat(failing, { firmware_version: NEW, upgrade: { id: order.id, state: 'failure' } });
    const body = { end_at: fixture.service.clock.now().toISOString() };
    expect((await fixture.organisation.call('PATCH', `/v1/rollouts/${rollback}`, { body })).status).to.equal(
      200,
    );
    await fixture.tickUntilIdle();
    expect((await fixture.progress(rollback)).total).to.include({ failed: 1, expired: 1 });
    const reply = await fixture.organisation.call('POST', `/v1/rollouts/${rollback}/retry`, { body: {} });
    expect(reply.status, reply.text).to.equal(201);
    const retry = (reply.body as { data: { rollout: { id: number } } }).data.rollout.id;
    await fixture.act(retry, 'start');
    await fixture.tickUntilIdle();
    const upgrades = await fixture.upgradesOf(retry);
    const versions = upgrades.map(({ routerInventoryId, version }) => [routerInventoryId, version]);
    expect(versions).to.have.deep.members([
      [failing._id, OLD],
      [unreached._id, OLD],
    ]);
  });

  // docs/rollouts.md#progress
  it('counts devices whose previous release is gone', async () => {
    const { id } = await upgradedAllButLast(3);
    const { models } = fixture.service.deps.mongo;
    await models.firmwareReleases.deleteMany({ organisationId: fixture.organisation.org, version: OLD });
    const rollback = await rolledBack(id);
    await fixture.tickUntilIdle();
    expect((await fixture.rollout(rollback)).stages[0]).to.include({
      releaseGone: 2,
      noFirmware: 0,
      bound: 0,
    });
  });

  // docs/rollouts.md#automatic-rollback-1
  // docs/rollouts.md#automatic-rollback-2
  for (const death of [null, 'tick-written', 'rollback-created'] satisfies (Failpoint | null)[])
    it(`is created and started once when a gate trips, ${death ? `also when the worker dies at ${death}` : 'for the creator'}`, async () => {
      const [good, bad] = await fixture.devices(2);
      const { _id: id } = await fixture.dispatched({
        gates: { failure_percent: 0, min_finished: 2, action: 'rollback' },
      });
      await fixture.upgrade(good);
      await fixture.soak([good]);
      const order = await fixture.offer(bad);
      await fixture.beat(bad, { upgrade: { id: order.id, state: 'installing' } });
      await fixture.beat(bad, { upgrade: { id: order.id, state: 'failure' } });
      fixture.service.failpoint = (failpoint) => {
        if (failpoint === death) throw new Error('The worker died');
      };
      await fixture.tick();
      fixture.service.failpoint = () => undefined;
      await fixture.tickUntilIdle();
      const source = await fixture.rollout(id);
      expect(source).to.include({ state: 'Paused' });
      expect(source.stateReason).to.include({ gate: 'failure_gate' });
      const { rollouts } = fixture.service.deps.mongo.models;
      const made = await rollouts.find({ organisationId: fixture.organisation.org, _id: { $ne: id } }).lean();
      expect(made).to.have.length(1);
      const [rollback] = made;
      if (!rollback) throw new Error('There is no rollback');
      expect(rollback).to.include({ state: 'Running', createdBy: source.createdBy });
      expect(rollback.derivedFrom).to.deep.equal({ rollout_id: id, action: 'rollback', causes: [] });
      expect(rollback.settings.gates).to.include({ health: false, action: 'pause' });
      expect((await fixture.offer(good, { firmware_version: NEW })).version).to.equal(OLD);
      expect((await fixture.progress(rollback._id)).total).to.include({ devices: 1 });
    });

  // docs/rollouts.md#automatic-rollback-2
  it('is created beside the limit of open rollouts', async () => {
    const [device] = await fixture.devices(1);
    const { _id: id } = await fixture.started({
      gates: { failure_percent: 0, min_finished: 1, action: 'rollback' },
    });
    const { rollouts } = fixture.service.deps.mongo.models;
    const source = await fixture.rollout(id);
    const draft = { ...source, state: 'Draft' as const, tickAt: null };
    await rollouts.insertMany(
      Array.from({ length: 99 }, (_, index) => ({
        ...draft,
        _id: fixture.organisation.org * 100_000 + index,
      })),
    );
    await fixture.tickUntilIdle();
    const order = await fixture.offer(device);
    await fixture.beat(device, { upgrade: { id: order.id, state: 'installing' } });
    await fixture.beat(device, { upgrade: { id: order.id, state: 'failure' } });
    await fixture.tickUntilIdle();
    expect(await rollouts.countDocuments({ 'derivedFrom.rollout_id': id })).to.equal(1);
  });
});
