import { expect } from 'chai';
import { dispatchSchedule } from '../../fixtures/dispatch-schedule.js';
import { makeDevice, makePart, type TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const HOUR_S = 3600;

describe('upgrades, targets resolved again at the due time', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    fixture = await service.fixture();
  });

  /** Schedules for an hour from now. */
  async function later(aps: string[], token = fixture.admin.token): Promise<void> {
    const schedule_at = new Date(service.clock.now().getTime() + HOUR_S * 1000).toISOString();
    const { status, text } = await fixture.post({ aps, schedule_type: 'later', schedule_at }, { token });
    expect(status, text).to.equal(200);
    service.clock.advance(60);
  }

  async function due(): Promise<void> {
    service.clock.advance(HOUR_S);
    await service.dispatch();
  }

  async function move(device: TestDevice, existing_network_id: number): Promise<void> {
    const body = { devices: [device.macId], existing_network_id };
    const { status, text } = await fixture.call('POST', '/v1/access_points/move_devices', { body });
    expect(status, text).to.equal(200);
  }

  async function outcome(device: TestDevice): Promise<string> {
    const upgrades = await service.upgrades(device);
    return upgrades.map(({ status, message }) => `${status}: ${message ?? ''}`).join('; ');
  }

  const LEFT_TARGET = 'Cancelled: The device has left the target of the schedule';

  // docs/interface.md#upgrade-3
  it('a device that has joined the network is upgraded, with its current network', async () => {
    await fixture.device({ network: fixture.network });
    const late = await fixture.device();
    await later([`network:${fixture.network._id}`]);
    await move(late, fixture.network._id);
    expect(await service.upgrades(late)).to.deep.equal([]);
    await due();
    const [upgrade, ...more] = await service.upgrades(late);
    expect(more).to.deep.equal([]);
    expect(upgrade).to.include({
      status: 'Queued',
      inFlight: true,
      version: '1.10.0',
      locationNetworkId: fixture.network._id,
      scheduleType: 'later',
    });
    expect((await service.acceptedHeartbeat(late))?.id).to.equal(upgrade?._id);
  });

  it('a device whose move began before the request and was committed after it is upgraded', async () => {
    await fixture.device({ network: fixture.network });
    const late = await fixture.device();
    const began = service.clock.now();
    service.clock.advance(20);
    await later([`network:${fixture.network._id}`]);
    await service.deps.mongo.models.devices.updateOne(
      { _id: late._id },
      { $set: { locationNetworkId: fixture.network._id, networkSince: began } },
    );
    await due();
    expect(await outcome(late)).to.equal('Queued: ');
  });

  it('a device that has joined is left to a later request that was dispatched already', async () => {
    await fixture.device({ network: fixture.network });
    const device = await fixture.device();
    await later([`network:${fixture.network._id}`]);
    await fixture.post({ aps: [`AP:${device._id}`], upgrade_type: 'manual', version: '1.9.0' });
    await service.dispatch();
    await move(device, fixture.network._id);
    await due();
    const upgrades = await service.upgrades(device);
    expect(upgrades.map(({ status, version }) => `${status} ${version}`)).to.deep.equal(['Queued 1.9.0']);
  });

  it('a device that has received the tag is upgraded', async () => {
    await fixture.device({ tags: [fixture.tag] });
    const late = await fixture.device();
    await later([`tag:${fixture.tag._id}`]);
    const { models } = service.deps.mongo;
    await models.devices.updateOne(
      { _id: late._id },
      { $set: { tagIds: [fixture.tag._id], tagsSince: service.clock.now() } },
    );
    await due();
    expect(await outcome(late)).to.equal('Queued: ');
  });

  it('a device that has joined gets no upgrade without a url for its part, and a Skipped one if it runs the version', async () => {
    await fixture.device({ network: fixture.network });
    await later([`network:${fixture.network._id}`]);
    const strange = await fixture.device({ network: fixture.network, part: await makePart(service.deps) });
    const upToDate = await fixture.device({ network: fixture.network, firmwareVersion: '1.10.0' });
    await due();
    expect(await outcome(strange)).to.equal('');
    expect(await outcome(upToDate)).to.equal('Skipped: The device already runs 1.10.0');
  });

  it('a device that has joined keeps an upgrade of a later request, but not one of an earlier request', async () => {
    await fixture.device({ network: fixture.network });
    const [older, newer] = [await fixture.device(), await fixture.device()];
    const far = {
      schedule_type: 'later',
      schedule_at: '2026-12-24 12:00',
      upgrade_type: 'manual',
      version: '1.9.0',
    };
    await fixture.post({ ...far, aps: [`AP:${older._id}`] });
    await later([`network:${fixture.network._id}`]);
    await fixture.post({ ...far, aps: [`AP:${newer._id}`] });
    await move(older, fixture.network._id);
    await move(newer, fixture.network._id);
    await due();
    expect(
      (await service.upgrades(older)).map(({ status, version }) => `${status} ${version}`),
    ).to.deep.equal(['Queued 1.10.0']);
    expect(
      (await service.upgrades(newer)).map(({ status, version }) => `${status} ${version}`),
    ).to.deep.equal([' 1.9.0']);
  });

  // docs/interface.md#upgrade-3
  it('the upgrade of a device that has left the network is Cancelled with the reason', async () => {
    const [stays, leaves] = [
      await fixture.device({ network: fixture.network }),
      await fixture.device({ network: fixture.network }),
    ];
    await later([`network:${fixture.network._id}`]);
    await move(leaves, (await makeNetwork(service.deps, fixture.org))._id);
    await due();
    expect(await outcome(leaves)).to.equal(LEFT_TARGET);
    expect(await outcome(stays)).to.equal('Queued: ');
  });

  it('the upgrade of a device that has lost the tag is Cancelled with the reason', async () => {
    const device = await fixture.device({ tags: [fixture.tag] });
    await later([`tag:${fixture.tag._id}`]);
    await service.deps.mongo.models.devices.updateOne({ _id: device._id }, { $set: { tagIds: [] } });
    await due();
    expect(await outcome(device)).to.equal(LEFT_TARGET);
  });

  it('a device that has left one target and is in another keeps its upgrade', async () => {
    const device = await fixture.device({ network: fixture.network, tags: [fixture.tag] });
    await later([`network:${fixture.network._id}`, `tag:${fixture.tag._id}`]);
    await move(device, (await makeNetwork(service.deps, fixture.org))._id);
    await due();
    expect(await outcome(device)).to.equal('Queued: ');
  });

  it('a device that has left and returned keeps its one upgrade', async () => {
    const device = await fixture.device({ network: fixture.network });
    await later([`network:${fixture.network._id}`]);
    await move(device, (await makeNetwork(service.deps, fixture.org))._id);
    await move(device, fixture.network._id);
    await due();
    expect(await outcome(device)).to.equal('Queued: ');
  });

  it('the upgrade of a device in a network that the schedule’s creator may not change is Cancelled', async () => {
    const grant = { id: fixture.network._id, access: 'full' } as const;
    const operator = await makeUser(service.deps, fixture.org, {
      role: 'operator',
      networks: [grant],
      manageInventory: false,
    });
    const foreign = await makeNetwork(service.deps, fixture.org);
    const [named, tagged, late] = [
      await fixture.device({ network: fixture.network }),
      await fixture.device({ network: fixture.network, tags: [fixture.tag] }),
      await fixture.device(),
    ];
    await later([`AP:${named._id}`, `tag:${fixture.tag._id}`], operator.token);
    await move(named, foreign._id);
    await move(tagged, foreign._id);
    await move(late, foreign._id);
    await service.deps.mongo.models.devices.updateOne(
      { _id: late._id },
      { $set: { tagIds: [fixture.tag._id], tagsSince: service.clock.now() } },
    );
    await due();
    expect(await outcome(named)).to.equal(LEFT_TARGET);
    expect(await outcome(tagged)).to.equal(LEFT_TARGET);
    expect(await outcome(late)).to.equal('');
  });

  it('the upgrade of a device that was removed from the inventory is Cancelled, once', async () => {
    const device = await fixture.device({ network: fixture.network });
    await later([`network:${fixture.network._id}`]);
    await fixture.call('POST', '/v1/access_points/remove_devices', { body: { devices: [device.macId] } });
    await due();
    expect(await outcome(device)).to.equal('Cancelled: The device was removed from the inventory');
  });

  it('a device that belongs to another organisation now is not upgraded', async () => {
    const device = await fixture.device({ network: fixture.network });
    await later([`network:${fixture.network._id}`]);
    const other = await service.fixture();
    const { devices, masterInventory } = service.deps.mongo.models;
    await devices.deleteOne({ _id: device._id });
    await masterInventory.deleteOne({ _id: device.macId });
    const theirs = await makeDevice(service.deps, other.org, { part: fixture.part, macId: device.macId });
    await due();
    expect(await outcome(device)).to.equal('Cancelled: The device has left the organisation');
    expect(await service.upgrades(theirs)).to.deep.equal([]);
  });

  it('a pending upgrade that was deleted is not created again', async () => {
    const [deleted, other] = [
      await fixture.device({ network: fixture.network }),
      await fixture.device({ network: fixture.network }),
    ];
    await later([`network:${fixture.network._id}`]);
    const { _id } = await service.latest(deleted);
    expect((await fixture.call('DELETE', `/upgrades/${_id}`)).status).to.equal(200);
    await due();
    expect(await outcome(deleted)).to.equal('');
    expect(await outcome(other)).to.equal('Queued: ');
  });

  it('an upgrade that another schedule takes over during the dispatch is left to that schedule', async () => {
    const device = await fixture.device({ network: fixture.network });
    await later([`network:${fixture.network._id}`]);
    const schedule = await service.schedule();
    service.clock.advance(HOUR_S);
    service.failpoint = async (step) => {
      if (step !== 'due-devices-read') return;
      service.failpoint = () => undefined;
      // Between the worker's read, which finds that the device has left, and its write.
      await fixture.post({ aps: [`AP:${device._id}`] });
    };
    await service.deps.mongo.models.devices.updateOne(
      { _id: device._id },
      { $set: { locationNetworkId: null } },
    );
    await dispatchSchedule(service.deps, schedule);
    expect(await outcome(device)).to.equal(': ');
    await service.dispatch();
    expect(await outcome(device)).to.equal('Queued: ');
  });
});
