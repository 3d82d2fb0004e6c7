import { expect } from 'chai';
import { readProgress } from '../../../shared/rollouts/operations/read-progress.js';
import { makePart } from '../../fixtures/records/device.js';
import { NEW, OLD, RolloutRunFixture } from '../rollout-run-fixture.js';

describe('a rollout of one stage', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  it('upgrades every device and is Completed', async () => {
    const devices = await fixture.devices(5);
    const { _id: id } = await fixture.dispatched();
    expect((await fixture.progress(id)).total).to.include({ devices: 5, in_flight: 5 });
    for (const device of devices) await fixture.upgrade(device);
    await fixture.soak(devices);
    expect((await fixture.progress(id)).total).to.include({ devices: 5, success: 5 });
    await fixture.tickUntilIdle();
    const rollout = await fixture.rollout(id);
    expect(rollout).to.include({ state: 'Completed', tickAt: null });
    expect(rollout.stages[0]).to.deep.include({ state: 'Done', bound: 5 });
    expect((await fixture.progress(id)).total).to.include({ devices: 5, success: 5, left: 0 });
  });

  // docs/rollouts.md#actions-4
  it('begins at start_at, and is Completed at end_at also while it is Paused', async () => {
    const [device] = await fixture.devices(1);
    const { _id: id } = await fixture.dispatched({
      start_at: '2026-06-15 13:00',
      end_at: '2026-06-15 14:00',
    });
    expect((await fixture.rollout(id)).state).to.equal('Scheduled');
    fixture.service.clock.set('2026-06-15T13:00:00Z');
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ waiting: 1 });
    await fixture.act(id, 'pause');
    fixture.service.clock.set('2026-06-15T13:59:00Z');
    await fixture.tickUntilIdle();
    expect((await fixture.rollout(id)).state).to.equal('Paused');
    fixture.service.clock.set('2026-06-15T14:00:00Z');
    await fixture.tickUntil(id, 'Completed');
    expect(await fixture.service.latest(device)).to.include({ status: 'Expired', cause: 'not_reached' });
  });

  // docs/rollouts.md#progress-1
  it('gives no slot to a device that is not up, and one when it comes back', async () => {
    const [up, away] = await fixture.devices(2);
    fixture.service.clock.advance(600);
    await fixture.beat(up);
    const { _id: id } = await fixture.dispatched();
    expect((await fixture.progress(id)).total).to.include({ in_flight: 1, waiting: 1 });
    expect((await fixture.progress(id)).total.offline).to.equal(1);
    await fixture.beat(away);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ in_flight: 2, waiting: 0 });
  });

  it('counts devices on the version and without firmware, which get no upgrade', async () => {
    const part = await makePart(fixture.service.deps);
    await fixture.organisation.device({ firmwareVersion: NEW });
    await fixture.organisation.device({ firmwareVersion: OLD, part });
    await fixture.devices(1);
    const { _id: id } = await fixture.dispatched();
    expect((await fixture.rollout(id)).stages[0]).to.include({ onVersion: 1, noFirmware: 1, bound: 1 });
  });

  it('counts a device that a later request takes over or a deletion removes as left', async () => {
    const [taken, deleted] = await fixture.devices(2);
    fixture.service.clock.advance(600);
    const { _id: id } = await fixture.dispatched();
    expect((await fixture.progress(id)).total).to.include({ waiting: 2 });
    const aps = [`AP:${taken._id}`];
    const body = { upgrade: { aps, version: NEW, upgrade_type: 'manual', schedule_type: 'now' } };
    const reply = await fixture.organisation.call('POST', '/upgrades.json', { body });
    expect(reply.status, reply.text).to.equal(200);
    const { _id: upgradeId } = await fixture.service.latest(deleted);
    expect((await fixture.organisation.call('DELETE', `/upgrades/${upgradeId}.json`)).status).to.equal(200);
    expect((await fixture.progress(id)).total).to.include({ devices: 0, left: 2 });
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ devices: 0, left: 2 });
    const models = fixture.service.deps.mongo.models;
    expect(await models.upgrades.countDocuments({ 'leftRollouts.id': id })).to.equal(0);
    expect(await models.deletedUpgrades.countDocuments({ 'leftRollouts.id': id })).to.equal(0);
  });

  it('keeps its counts when the retention deletes an upgrade that it took over', async () => {
    const [device] = await fixture.devices(1);
    const later = { schedule_type: 'later', schedule_at: '2026-12-25 12:00', time_zone: 'Etc/UTC' };
    await fixture.organisation.post({ aps: [`AP:${device._id}`], version: NEW, ...later });
    const { _id: id } = await fixture.dispatched();
    await fixture.upgrade(device);
    await fixture.soak([device]);
    await fixture.tickUntilIdle();
    const rollout = await fixture.rollout(id);
    expect(rollout).to.include({ state: 'Completed' });
    expect((await fixture.service.latest(device)).formerScheduleIds).to.have.length(1);
    fixture.service.clock.advance(401 * 86_400);
    await fixture.service.sweep();
    expect(await fixture.upgradesOf(id)).to.deep.equal([]);
    const progress = (await readProgress(fixture.service.deps, [rollout])).get(id);
    expect(progress?.total).to.include({ devices: 1, waiting: 0, success: 1, left: 0 });
  });
});
