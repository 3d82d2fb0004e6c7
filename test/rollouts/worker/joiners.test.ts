import { expect } from 'chai';
import { makePart } from '../../fixtures/records/device.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { NEW, OLD, RolloutRunFixture } from '../rollout-run-fixture.js';

describe('devices that join or leave the targets of a rollout', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  // docs/rollouts.md#joiners-1
  it('get an upgrade within a minute after they moved into a target network', async () => {
    const { organisation, service } = fixture;
    const other = await makeNetwork(service.deps, organisation.org);
    await fixture.devices(2);
    const joiner = await organisation.device({ firmwareVersion: OLD, network: other });
    const { _id: id } = await fixture.dispatched({ targets: [`network:${organisation.network._id}`] });
    expect((await fixture.progress(id)).total.devices).to.equal(2);
    const body = { devices: [joiner.macId], existing_network_id: organisation.network._id };
    const moved = await organisation.call('POST', '/v1/access_points/move_devices', { body });
    expect(moved.status, moved.text).to.equal(200);
    service.clock.advance(58);
    await fixture.tickUntilIdle();
    await fixture.beat(joiner);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total.devices).to.equal(3);
    expect(await fixture.beat(joiner)).to.not.equal(null);
  });

  // docs/rollouts.md#joiners-1
  it('get an upgrade when they join behind the walk of a stage that is Binding', async () => {
    const { organisation, service } = fixture;
    const other = await makeNetwork(service.deps, organisation.org);
    const joiner = await organisation.device({ firmwareVersion: OLD, network: other });
    await fixture.devices(1);
    const { _id: id } = await fixture.started({ targets: [`network:${organisation.network._id}`] });
    service.failpoint = (failpoint) => {
      if (failpoint === 'stage-bound') throw new Error('The worker died');
    };
    await fixture.tick();
    service.failpoint = () => undefined;
    expect((await fixture.rollout(id)).stages[0]).to.include({ state: 'Binding' });
    const { devices, rollouts } = service.deps.mongo.models;
    const passed = { 'stages.0.boundTo': { group: 0, afterId: joiner._id } };
    await rollouts.updateOne({ _id: id }, { $set: passed });
    const membership = { locationNetworkId: organisation.network._id, networkSince: service.clock.now() };
    await devices.updateOne({ _id: joiner._id }, { $set: membership });
    for (let looks = 0; looks < 3; looks += 1) {
      service.clock.advance(61);
      await fixture.tick();
    }
    expect((await fixture.progress(id)).total.devices).to.equal(2);
  });

  // docs/rollouts.md#stages
  it('belong to a later stage when they come after the last device of the order that a count covers', async () => {
    const { organisation, service } = fixture;
    const stages = [{ count: 5, soak_minutes: 0, approval: true }, { percent: 100 }];
    const { _id: id } = await fixture.dispatched({
      targets: [`network:${organisation.network._id}`],
      stages,
    });
    expect(await fixture.rollout(id)).to.have.nested.property('stages[0].state', 'AwaitingApproval');
    await fixture.devices(3);
    for (let looks = 0; looks < 2; looks += 1) {
      service.clock.advance(61);
      await fixture.tick();
    }
    expect((await fixture.progress(id)).total.devices).to.equal(0);
    await fixture.act(id, 'stages/1/approve');
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).stages.map((stage) => stage?.devices)).to.deep.equal([0, 3]);
  });

  it('get an upgrade of a rollout of all devices after they were provisioned', async () => {
    await fixture.devices(1);
    const { _id: id } = await fixture.dispatched();
    const joiner = await fixture.organisation.device({ firmwareVersion: OLD });
    const { devices } = fixture.service.deps.mongo.models;
    await devices.updateOne({ _id: joiner._id }, { $set: { networkSince: fixture.service.clock.now() } });
    fixture.service.clock.advance(60);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total.devices).to.equal(2);
  });

  it('are counted when the worker dies after it has written their upgrades', async () => {
    await fixture.devices(1);
    const { _id: id } = await fixture.dispatched();
    const joiner = await fixture.organisation.device({ firmwareVersion: OLD });
    fixture.service.clock.advance(60);
    fixture.service.failpoint = (failpoint) => {
      if (failpoint === 'joiners-added') throw new Error('The worker died');
    };
    await fixture.tick();
    expect(await fixture.service.upgrades(joiner)).to.have.length(1);
    fixture.service.failpoint = () => undefined;
    await fixture.tick();
    expect((await fixture.progress(id)).total.devices).to.equal(2);
  });

  // docs/rollouts.md#joiners-2
  it('count once in on_version and no_firmware, also when two searches find them and a worker dies in between', async () => {
    const { organisation, service } = fixture;
    await fixture.devices(1);
    const targets = [`network:${organisation.network._id}`, `tag:${organisation.tag._id}`];
    const { _id: id } = await fixture.dispatched({ targets });
    // The searches overlap.
    service.clock.advance(55);
    const membership = { network: organisation.network, tags: [organisation.tag] };
    const part = await makePart(service.deps);
    const joiners = [
      await organisation.device({ firmwareVersion: NEW, ...membership }),
      await organisation.device({ firmwareVersion: OLD, part, ...membership }),
    ];
    const since = { networkSince: service.clock.now(), tagsSince: service.clock.now() };
    const { devices } = service.deps.mongo.models;
    await devices.updateMany({ _id: { $in: joiners.map(({ _id }) => _id) } }, { $set: since });
    service.clock.advance(6);
    service.failpoint = (failpoint) => {
      if (failpoint === 'joiners-added') throw new Error('The worker died');
    };
    await fixture.tick();
    service.failpoint = () => undefined;
    const counted = async () => (await fixture.rollout(id)).stages[0];
    for (const seconds of [0, 61, 61]) {
      service.clock.advance(seconds);
      await fixture.tickUntilIdle();
      expect(await counted(), `after ${seconds} s`).to.include({ onVersion: 1, noFirmware: 1, bound: 1 });
    }
  });

  // docs/rollouts.md#joiners-3
  it('lose their waiting upgrade when they leave, as left_target', async () => {
    const { organisation, service } = fixture;
    const other = await makeNetwork(service.deps, organisation.org);
    const [device] = await fixture.devices(1);
    service.clock.advance(600);
    const { _id: id } = await fixture.dispatched({ targets: [`network:${organisation.network._id}`] });
    const body = { devices: [device.macId], existing_network_id: other._id };
    expect((await organisation.call('POST', '/v1/access_points/move_devices', { body })).status).to.equal(
      200,
    );
    await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect(await service.latest(device)).to.include({ status: 'Cancelled', cause: 'left_target' });
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ cancelled: 1, waiting: 0 });
  });

  // docs/rollouts.md#joiners-4
  it('do not get another upgrade after a caller deleted theirs', async () => {
    const [device] = await fixture.devices(1);
    fixture.service.clock.advance(600);
    const { _id: id } = await fixture.dispatched();
    const upgrade = await fixture.service.latest(device);
    expect((await fixture.organisation.call('DELETE', `/upgrades/${upgrade._id}.json`)).status).to.equal(200);
    const { devices } = fixture.service.deps.mongo.models;
    await devices.updateOne({ _id: device._id }, { $set: { networkSince: fixture.service.clock.now() } });
    fixture.service.clock.advance(60);
    await fixture.tickUntilIdle();
    expect(await fixture.service.upgrades(device)).to.deep.equal([]);
    expect((await fixture.progress(id)).total).to.include({ devices: 0, left: 1 });
  });

  // docs/rollouts.md#joiners-4
  it('keep the upgrade of a later request, which a stage does not take over', async () => {
    const devices = await fixture.devices(2);
    const { _id: id } = await fixture.dispatched({
      stages: [
        { count: 1, soak_minutes: 0 },
        { percent: 100, soak_minutes: 0 },
      ],
    });
    const [bound] = await fixture.upgradesOf(id);
    const later = devices.find(({ _id }) => _id !== bound?.routerInventoryId);
    const first = devices.find(({ _id }) => _id === bound?.routerInventoryId);
    if (!later || !first) throw new Error('There are no devices');
    const upgrade = { aps: [`AP:${later._id}`], version: NEW, upgrade_type: 'manual' };
    expect((await fixture.organisation.post(upgrade)).status).to.equal(200);
    await fixture.upgrade(first);
    await fixture.soak([first]);
    await fixture.tickUntil(id, 'Completed');
    expect((await fixture.service.upgrades(later)).map(({ rolloutId }) => rolloutId)).to.deep.equal([
      undefined,
    ]);
  });
});
