import { expect } from 'chai';
import { readProgress } from '../../../shared/rollouts/operations/read-progress.js';
import { makePart } from '../../fixtures/records/device.js';
import { NEW, OLD, RolloutBed } from '../rollout-bed.js';

describe('a rollout of one stage', () => {
  let bed: RolloutBed;
  beforeEach(async () => {
    bed = await RolloutBed.open();
  });
  afterEach(() => bed.close());

  it('upgrades every device and is Completed', async () => {
    const devices = await bed.devices(5);
    const { _id: id } = await bed.started();
    await bed.tick(3);
    expect((await bed.progress(id)).total).to.include({ devices: 5, in_flight: 5 });
    for (const device of devices) await bed.upgrade(device);
    await bed.soak(devices);
    expect((await bed.progress(id)).total).to.include({ devices: 5, success: 5 });
    await bed.tick(4);
    const rollout = await bed.rollout(id);
    expect(rollout).to.include({ state: 'Completed', tickAt: null });
    expect(rollout.stages[0]).to.deep.include({ state: 'Done', bound: 5 });
    expect((await bed.progress(id)).total).to.include({ devices: 5, success: 5, left: 0 });
  });

  // docs/rollouts.md#actions-4
  it('begins at start_at, and is Completed at end_at also while it is Paused', async () => {
    const [device] = await bed.devices(1);
    if (!device) throw new Error('There is no device');
    const { _id: id } = await bed.started({ start_at: '2026-06-15 13:00', end_at: '2026-06-15 14:00' });
    await bed.tick(3);
    expect((await bed.rollout(id)).state).to.equal('Scheduled');
    bed.service.clock.set('2026-06-15T13:00:00Z');
    await bed.tick(3);
    expect((await bed.progress(id)).total).to.include({ waiting: 1 });
    await bed.act(id, 'pause');
    bed.service.clock.set('2026-06-15T13:59:00Z');
    await bed.tick(3);
    expect((await bed.rollout(id)).state).to.equal('Paused');
    bed.service.clock.set('2026-06-15T14:00:00Z');
    await bed.tick(3);
    expect((await bed.rollout(id)).state).to.equal('Completed');
    expect(await bed.service.latest(device)).to.include({ status: 'Expired', cause: 'not_reached' });
  });

  // docs/rollouts.md#progress-1
  it('gives no slot to a device that is not up, and one when it comes back', async () => {
    const [up, away] = await bed.devices(2);
    if (!up || !away) throw new Error('no devices');
    bed.service.clock.advance(600);
    await bed.beat(up);
    const { _id: id } = await bed.started();
    await bed.tick(4);
    expect((await bed.progress(id)).total).to.include({ in_flight: 1, waiting: 1 });
    expect((await bed.progress(id)).total.offline).to.equal(1);
    await bed.beat(away);
    await bed.tick(3);
    expect((await bed.progress(id)).total).to.include({ in_flight: 2, waiting: 0 });
  });

  it('counts devices on the version and without firmware, which get no upgrade', async () => {
    const part = await makePart(bed.service.deps);
    await bed.fixture.device({ firmwareVersion: NEW });
    await bed.fixture.device({ firmwareVersion: OLD, part });
    await bed.devices(1);
    const { _id: id } = await bed.started();
    await bed.tick(3);
    expect((await bed.rollout(id)).stages[0]).to.include({ onVersion: 1, noFirmware: 1, bound: 1 });
  });

  // docs/rollouts.md#failure-gate-2
  it('takes an ignored upgrade for failed: its stage soaks beside devices that are offline, and its gate trips', async () => {
    const [device, offline] = await bed.devices(2);
    if (!device || !offline) throw new Error('no device');
    const { _id: id } = await bed.started({
      retry: { step_timeout_minutes: 1 },
      stages: [{ percent: 100, soak_minutes: 5 }],
    });
    bed.service.clock.advance(600);
    await bed.beat(device);
    await bed.tick(3);
    const stage = async () => (await bed.rollout(id)).stages[0]?.state;
    for (let time = 1; time <= 3; time += 1) {
      expect(await bed.beat(device), `offer ${time}`).to.not.equal(null);
      bed.service.clock.advance(50);
      await bed.beat(device);
      bed.service.clock.advance(20);
      await bed.service.sweep();
      expect(await stage()).to.equal('Running');
      await bed.tick(3);
    }
    expect(await stage()).to.equal('Soaking');
    bed.service.clock.advance(300);
    await bed.tick(2);
    const upgrade = await bed.service.latest(device);
    const { state, stateReason } = await bed.rollout(id);
    expect(state).to.equal('Paused');
    expect(stateReason).to.deep.include({
      gate: 'failure_gate',
      stage: 1,
      counts: { finished: 1, failed: 1 },
      examples: [{ upgrade_id: upgrade._id, mac_id: device.macId, cause: 'not_begun' }],
    });
  });

  it('counts a device that a later request takes over or a deletion removes as left', async () => {
    const [taken, deleted] = await bed.devices(2);
    if (!taken || !deleted) throw new Error('no devices');
    bed.service.clock.advance(600);
    const { _id: id } = await bed.started();
    await bed.tick(3);
    expect((await bed.progress(id)).total).to.include({ waiting: 2 });
    const aps = [`AP:${taken._id}`];
    const body = { upgrade: { aps, version: NEW, upgrade_type: 'manual', schedule_type: 'now' } };
    const reply = await bed.fixture.call('POST', '/upgrades.json', { body });
    expect(reply.status, reply.text).to.equal(200);
    const { _id: upgradeId } = await bed.service.latest(deleted);
    expect((await bed.fixture.call('DELETE', `/upgrades/${upgradeId}.json`)).status).to.equal(200);
    expect((await bed.progress(id)).total).to.include({ devices: 0, left: 2 });
    await bed.tick(3);
    expect((await bed.progress(id)).total).to.include({ devices: 0, left: 2 });
    const models = bed.service.deps.mongo.models;
    expect(await models.upgrades.countDocuments({ 'leftRollouts.id': id })).to.equal(0);
    expect(await models.deletedUpgrades.countDocuments({ 'leftRollouts.id': id })).to.equal(0);
  });

  it('keeps its counts when the retention deletes an upgrade that it took over', async () => {
    const [device] = await bed.devices(1);
    if (!device) throw new Error('no device');
    const later = { schedule_type: 'later', schedule_at: '2026-12-25 12:00', time_zone: 'Etc/UTC' };
    await bed.fixture.post({ aps: [`AP:${device._id}`], version: NEW, ...later });
    const { _id: id } = await bed.started();
    await bed.tick(3);
    await bed.upgrade(device);
    await bed.soak([device]);
    await bed.tick(3);
    const rollout = await bed.rollout(id);
    expect(rollout).to.include({ state: 'Completed' });
    expect((await bed.service.latest(device)).formerScheduleIds).to.have.length(1);
    bed.service.clock.advance(401 * 86_400);
    await bed.service.sweep();
    expect(await bed.upgradesOf(id)).to.deep.equal([]);
    const progress = (await readProgress(bed.service.deps, [rollout])).get(id);
    expect(progress?.total).to.include({ devices: 1, waiting: 0, success: 1, left: 0 });
  });
});
