import { expect } from 'chai';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { NEW, OLD, RolloutBed } from '../rollout-bed.js';

describe('devices that join or leave the targets of a rollout', function () {
  this.timeout(60_000);
  let bed: RolloutBed;
  beforeEach(async () => {
    bed = await RolloutBed.open();
  });
  afterEach(() => bed.close());

  // docs/rollouts.md#joiners
  it('get an upgrade within a minute after they moved into a target network', async () => {
    const { fixture, service } = bed;
    const other = await makeNetwork(service.deps, fixture.org);
    await bed.devices(2);
    const joiner = await fixture.device({ firmwareVersion: OLD, network: other });
    const { _id: id } = await bed.started({ targets: [`network:${fixture.network._id}`] });
    await bed.tick(3);
    expect((await bed.progress(id)).total.devices).to.equal(2);
    const body = { devices: [joiner.macId], existing_network_id: fixture.network._id };
    const moved = await fixture.call('POST', '/v1/access_points/move_devices', { body });
    expect(moved.status, moved.text).to.equal(200);
    service.clock.advance(58);
    await bed.tick(4);
    await bed.beat(joiner);
    await bed.tick(3);
    expect((await bed.progress(id)).total.devices).to.equal(3);
    expect(await bed.beat(joiner)).to.not.equal(null);
  });

  it('get an upgrade of a rollout of all devices after they were provisioned', async () => {
    await bed.devices(1);
    const { _id: id } = await bed.started();
    await bed.tick(3);
    const joiner = await bed.fixture.device({ firmwareVersion: OLD });
    const { devices } = bed.service.deps.mongo.models;
    await devices.updateOne({ _id: joiner._id }, { $set: { networkSince: bed.service.clock.now() } });
    bed.service.clock.advance(60);
    await bed.tick(3);
    expect((await bed.progress(id)).total.devices).to.equal(2);
  });

  it('lose their waiting upgrade when they leave, as left_target', async () => {
    const { fixture, service } = bed;
    const other = await makeNetwork(service.deps, fixture.org);
    const [device] = await bed.devices(1);
    if (!device) throw new Error('There is no device');
    service.clock.advance(600);
    const { _id: id } = await bed.started({ targets: [`network:${fixture.network._id}`] });
    await bed.tick(3);
    const body = { devices: [device.macId], existing_network_id: other._id };
    expect((await fixture.call('POST', '/v1/access_points/move_devices', { body })).status).to.equal(200);
    await bed.beat(device);
    await bed.tick(3);
    expect(await service.latest(device)).to.include({ status: 'Cancelled', cause: 'left_target' });
    await bed.tick(2);
    expect((await bed.progress(id)).total).to.include({ cancelled: 1, waiting: 0 });
  });

  it('do not get another upgrade after a caller deleted theirs', async () => {
    const [device] = await bed.devices(1);
    if (!device) throw new Error('There is no device');
    bed.service.clock.advance(600);
    const { _id: id } = await bed.started();
    await bed.tick(3);
    const upgrade = await bed.service.latest(device);
    expect((await bed.fixture.call('DELETE', `/upgrades/${upgrade._id}.json`)).status).to.equal(200);
    const { devices } = bed.service.deps.mongo.models;
    await devices.updateOne({ _id: device._id }, { $set: { networkSince: bed.service.clock.now() } });
    bed.service.clock.advance(60);
    await bed.tick(3);
    expect(await bed.service.upgrades(device)).to.deep.equal([]);
    expect((await bed.progress(id)).total).to.include({ devices: 0, left: 1 });
  });

  it('keep the upgrade of a later request, which a stage does not take over', async () => {
    const devices = await bed.devices(2);
    const { _id: id } = await bed.started({
      stages: [
        { count: 1, soak_minutes: 0 },
        { percent: 100, soak_minutes: 0 },
      ],
    });
    await bed.tick(3);
    const [bound] = await bed.upgradesOf(id);
    const later = devices.find(({ _id }) => _id !== bound?.routerInventoryId);
    const first = devices.find(({ _id }) => _id === bound?.routerInventoryId);
    if (!later || !first) throw new Error('There are no devices');
    const upgrade = { aps: [`AP:${later._id}`], version: NEW, upgrade_type: 'manual' };
    expect((await bed.fixture.post(upgrade)).status).to.equal(200);
    await bed.upgrade(first);
    await bed.soak([first]);
    await bed.tick(8);
    expect(await bed.rollout(id)).to.include({ state: 'Completed' });
    expect((await bed.service.upgrades(later)).map(({ rollout }) => rollout)).to.deep.equal([undefined]);
  });
});
