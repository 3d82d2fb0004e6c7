import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { NEW, OLD, RolloutRunFixture } from '../rollout-run-fixture.js';

describe('a rollout that may be rolled back', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  const gates = { action: 'rollback' };
  const stages = [
    { count: 2, soak_minutes: 0 },
    { percent: 100, soak_minutes: 0 },
  ];

  /** Devices that run a version without a release. */
  async function foreign(devices: readonly TestDevice[]): Promise<void> {
    for (const device of devices) await fixture.beat(device, { firmware_version: '0.1' });
  }

  // docs/rollouts.md#automatic-rollback-3
  // docs/reliability.md#irreversible-devices
  it('pauses before a stage of which over 5 % could not be rolled back, until a resume accepts it', async () => {
    const devices = await fixture.devices(4);
    await foreign(devices);
    const { _id: id } = await fixture.dispatched({ gates, stages });
    const { state, stateReason, stages: bound } = await fixture.rollout(id);
    expect(state).to.equal('Paused');
    expect(stateReason).to.deep.include({
      reason: 'not_reversible',
      counts: { bound: 2, not_reversible: 2 },
    });
    expect(bound[0]).to.include({ state: 'Running', bound: 2 });
    for (const device of devices)
      expect(await fixture.beat(device, { firmware_version: '0.1' })).to.equal(null);
    expect((await fixture.upgradesOf(id)).map(({ status }) => status)).to.deep.equal(['', '']);
    const { rollouts } = fixture.service.deps.mongo.models;
    expect(await rollouts.countDocuments({ 'derivedFrom.rollout_id': id })).to.equal(0);
    await fixture.act(id, 'resume');
    await fixture.tickUntilIdle();
    const covered = (await fixture.upgradesOf(id)).flatMap(
      (upgrade) => devices.find(({ _id }) => _id === upgrade.routerInventoryId) ?? [],
    );
    for (const device of covered) await fixture.upgrade(device);
    await fixture.soak(covered);
    await fixture.tickUntilIdle();
    // The second stage is not held again.
    const resumed = await fixture.rollout(id);
    expect(resumed).to.include({ state: 'Running' });
    expect(resumed.stages[1]).to.include({ state: 'Running', bound: 2 });
    await fixture.log(id);
  });

  // docs/rollouts.md#automatic-rollback-3
  it('goes on when no more than 5 % could not, and when it only pauses', async () => {
    const devices = await fixture.devices(20);
    await foreign(devices.slice(0, 1));
    const { _id: id } = await fixture.dispatched({ gates });
    expect(await fixture.rollout(id)).to.include({ state: 'Running' });
    await fixture.act(id, 'cancel');
    await foreign(devices);
    const { _id: pausing } = await fixture.dispatched();
    expect(await fixture.rollout(pausing)).to.include({ state: 'Running' });
  });

  // docs/rollouts.md#automatic-rollback-3
  it('counts an upgrade once when the worker dies while it binds', async () => {
    await foreign(await fixture.devices(3));
    const { _id: id } = await fixture.started({ gates });
    fixture.service.failpoint = (failpoint) => {
      if (failpoint === 'stage-bound') throw new Error('The worker died');
    };
    await fixture.tick(3);
    fixture.service.failpoint = () => undefined;
    await fixture.tickUntilIdle();
    expect((await fixture.rollout(id)).stateReason).to.deep.include({
      counts: { bound: 3, not_reversible: 3 },
    });
  });

  /** A paused rollout with a gate that has tripped, and its rollback. */
  async function tripped() {
    const [good, bad] = await fixture.devices(2);
    const { _id: id } = await fixture.dispatched({
      gates: { failure_percent: 0, min_finished: 2, ...gates },
      rate: { per_minute: 10, factor: 2, per_successes: 1, max_per_minute: 100 },
    });
    await fixture.tick(15);
    await fixture.upgrade(good);
    await fixture.soak([good]);
    const order = await fixture.offer(bad);
    await fixture.beat(bad, { upgrade: { id: order.id, state: 'installing' } });
    await fixture.beat(bad, { upgrade: { id: order.id, state: 'failure' } });
    return { id, good };
  }

  // docs/rollouts.md#resume_rollout-1
  // docs/reliability.md#resumed-during-rollback
  it('is not resumed while its rollback is about to begin, or is open', async () => {
    const { id } = await tripped();
    fixture.service.failpoint = (failpoint) => {
      if (failpoint === 'tick-written') throw new Error('The worker died');
    };
    await fixture.tick();
    fixture.service.failpoint = () => undefined;
    const resume = () => fixture.organisation.call('POST', `/v1/rollouts/${id}/resume`);
    expect((await fixture.rollout(id)).state).to.equal('Paused');
    expect((await resume()).body).to.include({ error_code: 1111 });
    await fixture.tick();
    const { rollouts } = fixture.service.deps.mongo.models;
    const rollback = await rollouts.findOne({ 'derivedFrom.rollout_id': id }).lean();
    if (!rollback) throw new Error('There is no rollback');
    // docs/rollouts.md#rollback_rollout-1
    expect(rollback.settings.rate).to.deep.include({ per_minute: 20, factor: 1, per_successes: null });
    expect(rollback.settings.gates).to.include({ failure_percent: 50, min_finished: 10, health: false });
    for (const state of ['Scheduled', 'Running', 'Paused'] as const) {
      await rollouts.updateOne({ _id: rollback._id }, { $set: { state } });
      expect((await resume()).body, state).to.include({ error_code: 1111 });
    }
    await fixture.act(rollback._id, 'cancel');
    expect((await resume()).status).to.equal(200);
  });

  // docs/rollouts.md#rollback_rollout-1
  it('is rolled back though downloads fail', async () => {
    const { id, good } = await tripped();
    await fixture.tickUntilIdle();
    const { rollouts } = fixture.service.deps.mongo.models;
    const rollback = (await rollouts.findOne({ 'derivedFrom.rollout_id': id }).lean())?._id ?? 0;
    const { settings } = await fixture.rollout(rollback);
    await rollouts.updateOne(
      { _id: rollback },
      {
        $set: {
          settings: { ...settings, gates: { ...settings.gates, failure_percent: 0, min_finished: 1 } },
        },
      },
    );
    await fixture.tick(10);
    const order = await fixture.offer(good, { firmware_version: NEW });
    expect(order.version).to.equal(OLD);
    await fixture.organisation.set(order.id, { attempts: 3 });
    await fixture.beat(good, { firmware_version: NEW, upgrade: { id: order.id, state: 'failure' } });
    await fixture.tickUntilIdle();
    expect(await fixture.service.latest(good)).to.include({ status: 'Failed', cause: 'download' });
    expect((await fixture.rollout(rollback)).state).to.not.equal('Paused');
  });
});
