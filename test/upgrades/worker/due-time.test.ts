import { expect } from 'chai';
import { releaseSchedule } from '../../fixtures/release-schedule.js';
import { makeDevice, makePart, type TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { UpgradeStage } from '../../fixtures/records/upgrade-stage.js';
import type { UpgradeWorld } from '../../fixtures/records/upgrade-world.js';

const HOUR_S = 3600;

describe('upgrades, at the due time the targets are resolved again', () => {
  let stage: UpgradeStage;
  let world: UpgradeWorld;
  before(async () => {
    stage = await UpgradeStage.open();
  });
  after(() => stage.close());
  beforeEach(async () => {
    world = await stage.world();
  });

  /** Schedules for an hour from now. */
  async function later(aps: string[], token = world.admin.token): Promise<void> {
    const schedule_at = new Date(stage.clock.now().getTime() + HOUR_S * 1000).toISOString();
    const { status, text } = await world.post({ aps, schedule_type: 'later', schedule_at }, { token });
    expect(status, text).to.equal(200);
    stage.clock.advance(60);
  }

  async function due(): Promise<void> {
    stage.clock.advance(HOUR_S);
    await stage.release();
  }

  async function move(device: TestDevice, existing_network_id: number): Promise<void> {
    const body = { devices: [device.macId], existing_network_id };
    const { status, text } = await world.call('POST', '/v1/access_points/move_devices', { body });
    expect(status, text).to.equal(200);
  }

  async function outcome(device: TestDevice): Promise<string> {
    const upgrades = await stage.upgrades(device);
    return upgrades.map(({ status, message }) => `${status}: ${message ?? ''}`).join('; ');
  }

  const LEFT_TARGET = 'Cancelled: The device has left the target of the schedule';

  it('a device that came into the network since gets its upgrade, from the network it is in', async () => {
    await world.device({ network: world.network });
    const late = await world.device();
    await later([`network:${world.network._id}`]);
    await move(late, world.network._id);
    expect(await stage.upgrades(late)).to.deep.equal([]);
    await due();
    const [upgrade, ...more] = await stage.upgrades(late);
    expect(more).to.deep.equal([]);
    expect(upgrade).to.include({
      status: 'Queued',
      released: true,
      version: '1.10.0',
      locationNetworkId: world.network._id,
      scheduleType: 'later',
    });
    expect((await stage.beat(late))?.id).to.equal(upgrade?._id);
  });

  it('a device that got the tag since gets its upgrade', async () => {
    await world.device({ tags: [world.tag] });
    const late = await world.device();
    await later([`tag:${world.tag._id}`]);
    const { models } = stage.deps.mongo;
    await models.devices.updateOne(
      { _id: late._id },
      { $set: { tagIds: [world.tag._id], tagsSince: stage.clock.now() } },
    );
    await due();
    expect(await outcome(late)).to.equal('Queued: ');
  });

  it('a joiner that the release has no url for, or that runs the version already, is not written to', async () => {
    await world.device({ network: world.network });
    await later([`network:${world.network._id}`]);
    const strange = await world.device({ network: world.network, part: await makePart(stage.deps) });
    const upToDate = await world.device({ network: world.network, firmwareVersion: '1.10.0' });
    await due();
    expect(await outcome(strange)).to.equal('');
    expect(await outcome(upToDate)).to.equal('Skipped: The device already runs 1.10.0');
  });

  it('a joiner keeps the upgrade of a later request, and an older one makes way', async () => {
    await world.device({ network: world.network });
    const [older, newer] = [await world.device(), await world.device()];
    const far = {
      schedule_type: 'later',
      schedule_at: '2026-12-24 12:00',
      upgrade_type: 'manual',
      version: '1.9.0',
    };
    await world.post({ ...far, aps: [`AP:${older._id}`] });
    await later([`network:${world.network._id}`]);
    await world.post({ ...far, aps: [`AP:${newer._id}`] });
    await move(older, world.network._id);
    await move(newer, world.network._id);
    await due();
    expect((await stage.upgrades(older)).map(({ status, version }) => `${status} ${version}`)).to.deep.equal([
      'Queued 1.10.0',
    ]);
    expect((await stage.upgrades(newer)).map(({ status, version }) => `${status} ${version}`)).to.deep.equal([
      ' 1.9.0',
    ]);
  });

  it('a device that left the network is Cancelled with the reason', async () => {
    const [stays, leaves] = [
      await world.device({ network: world.network }),
      await world.device({ network: world.network }),
    ];
    await later([`network:${world.network._id}`]);
    await move(leaves, (await makeNetwork(stage.deps, world.org))._id);
    await due();
    expect(await outcome(leaves)).to.equal(LEFT_TARGET);
    expect(await outcome(stays)).to.equal('Queued: ');
  });

  it('a device that lost the tag is Cancelled with the reason', async () => {
    const device = await world.device({ tags: [world.tag] });
    await later([`tag:${world.tag._id}`]);
    await stage.deps.mongo.models.devices.updateOne({ _id: device._id }, { $set: { tagIds: [] } });
    await due();
    expect(await outcome(device)).to.equal(LEFT_TARGET);
  });

  it('a device that left one target and is still in another keeps its upgrade', async () => {
    const device = await world.device({ network: world.network, tags: [world.tag] });
    await later([`network:${world.network._id}`, `tag:${world.tag._id}`]);
    await move(device, (await makeNetwork(stage.deps, world.org))._id);
    await due();
    expect(await outcome(device)).to.equal('Queued: ');
  });

  it('a device that left and came back keeps its one upgrade', async () => {
    const device = await world.device({ network: world.network });
    await later([`network:${world.network._id}`]);
    await move(device, (await makeNetwork(stage.deps, world.org))._id);
    await move(device, world.network._id);
    await due();
    expect(await outcome(device)).to.equal('Queued: ');
  });

  it('a device that was moved to where the schedule’s maker may change nothing is Cancelled', async () => {
    const grant = { id: world.network._id, access: 'full' } as const;
    const operator = await makeUser(stage.deps, world.org, {
      role: 'operator',
      networks: [grant],
      manageInventory: false,
    });
    const foreign = await makeNetwork(stage.deps, world.org);
    const [named, tagged, late] = [
      await world.device({ network: world.network }),
      await world.device({ network: world.network, tags: [world.tag] }),
      await world.device(),
    ];
    await later([`AP:${named._id}`, `tag:${world.tag._id}`], operator.token);
    await move(named, foreign._id);
    await move(tagged, foreign._id);
    await move(late, foreign._id);
    await stage.deps.mongo.models.devices.updateOne(
      { _id: late._id },
      { $set: { tagIds: [world.tag._id], tagsSince: stage.clock.now() } },
    );
    await due();
    expect(await outcome(named)).to.equal(LEFT_TARGET);
    expect(await outcome(tagged)).to.equal(LEFT_TARGET);
    expect(await outcome(late)).to.equal('');
  });

  it('a device removed from the inventory has its upgrade Cancelled, once', async () => {
    const device = await world.device({ network: world.network });
    await later([`network:${world.network._id}`]);
    await world.call('POST', '/v1/access_points/remove_devices', { body: { devices: [device.macId] } });
    await due();
    expect(await outcome(device)).to.equal('Cancelled: The device was removed from the inventory');
  });

  it('a device that was taken over by another organisation is not upgraded by the old one', async () => {
    const device = await world.device({ network: world.network });
    await later([`network:${world.network._id}`]);
    const other = await stage.world();
    await stage.deps.mongo.models.devices.deleteOne({ _id: device._id });
    await makeDevice(stage.deps, other.org, { part: world.part });
    await due();
    expect(await outcome(device)).to.equal('Cancelled: The device has left the organisation');
  });

  it('a pending upgrade that was deleted does not come back', async () => {
    const [deleted, other] = [
      await world.device({ network: world.network }),
      await world.device({ network: world.network }),
    ];
    await later([`network:${world.network._id}`]);
    const { _id } = await stage.latest(deleted);
    expect((await world.call('DELETE', `/upgrades/${_id}`)).status).to.equal(200);
    await due();
    expect(await outcome(deleted)).to.equal('');
    expect(await outcome(other)).to.equal('Queued: ');
  });

  it('nothing is done before the time, and nothing twice after it', async () => {
    const device = await world.device({ network: world.network });
    await later([`network:${world.network._id}`]);
    const schedule = await stage.schedule();
    stage.clock.advance(HOUR_S - 61);
    expect(await releaseSchedule(stage.deps, schedule)).to.equal(null);
    expect(await outcome(device)).to.equal(': ');
    stage.clock.advance(1);
    expect(await releaseSchedule(stage.deps, schedule)).to.deep.equal({
      Queued: 1,
      Skipped: 0,
      Cancelled: 0,
      Waiting: 0,
    });
    const released = await stage.latest(device);
    stage.clock.advance(1);
    expect(await releaseSchedule(stage.deps, schedule)).to.equal(null);
    expect(await stage.latest(device)).to.deep.equal(released);
  });

  it('an upgrade that another schedule has taken meanwhile is left to that one', async () => {
    const device = await world.device({ network: world.network });
    await later([`network:${world.network._id}`]);
    const schedule = await stage.schedule();
    stage.clock.advance(HOUR_S);
    stage.reach = async (step) => {
      if (step !== 'due-devices-read') return;
      stage.reach = () => undefined;
      // After the worker has read it as a leaver of the first schedule, and before it writes that down.
      await world.post({ aps: [`AP:${device._id}`] });
    };
    await stage.deps.mongo.models.devices.updateOne(
      { _id: device._id },
      { $set: { locationNetworkId: null } },
    );
    await releaseSchedule(stage.deps, schedule);
    expect(await outcome(device)).to.equal(': ');
    await stage.release();
    expect(await outcome(device)).to.equal('Queued: ');
  });
});
