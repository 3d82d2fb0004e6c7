import { expect } from 'chai';
import { makePart, type TestDevice } from '../../fixtures/records/device.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { HealthFixture } from '../health-fixture.js';
import { NEW, OLD } from '../rollout-run-fixture.js';

// docs/rollouts.md#health-gate
describe('the groups that the health gate compares', () => {
  let health: HealthFixture;
  beforeEach(async () => {
    health = await HealthFixture.open();
  });
  afterEach(() => health.close());

  it('take devices for sick that have restarted twice since they ran the version', async () => {
    const { id, treated, others } = await health.upgraded();
    const beat = async (device: TestDevice, uptime: number): Promise<void> => {
      await health.fixture.beat(device, { firmware_version: NEW, uptime_s: uptime });
    };
    for (const device of treated) for (const uptime of [100, 10, 20]) await beat(device, uptime);
    expect(await health.look(id, health.devices)).to.include({ state: 'Running' });
    for (const device of treated) {
      health.fixture.service.clock.advance(1);
      await beat(device, 100);
      await beat(device, 5);
    }
    // Heartbeats without an uptime leave the number of restarts as it is.
    const { stateReason } = await health.look(id, [...others, ...treated]);
    expect(stateReason).to.deep.include({ gate: 'health_gate' });
    expect((stateReason?.['examples'] as { sign: string }[])[0]).to.include({ sign: 'restarted' });
  });

  it('take devices for sick that run another version, unless a later request upgraded them', async () => {
    const { id, treated, others } = await health.upgraded();
    health.fixture.service.clock.advance(600);
    await health.fleet.runVersion('1.8.0', treated.slice(0, 6));
    await health.fleet.heartbeat([...others, ...treated.slice(6)]);
    for (const device of treated.slice(0, 3)) {
      await health.fixture.organisation.post({
        aps: [`AP:${device._id}`],
        version: NEW,
        upgrade_type: 'manual',
      });
    }
    await health.fixture.service.dispatch();
    await health.fleet.heartbeat(treated.slice(0, 3));
    await health.fixture.tick();
    const { stateReason, state } = await health.fixture.rollout(id);
    expect(state).to.equal('Running');
    expect(stateReason).to.equal(null);
    await health.fleet.runVersion('1.8.0', treated);
    const paused = await health.look(id, health.devices);
    expect(paused.stateReason?.['counts']).to.deep.include({ sick: 9, treated: 9 });
    expect((paused.stateReason?.['examples'] as { sign: string }[])[0]).to.include({
      sign: 'other_version',
    });
  });

  // docs/rollouts.md#health-gate-3
  it('leave out networks with a switch in flight, and control devices that were offered another upgrade', async () => {
    const { fixture, devices, fleet } = health;
    const { service, organisation } = fixture;
    const { models } = service.deps.mongo;
    const network = await makeNetwork(service.deps, organisation.org);
    const part = await makePart(service.deps, { isSwitch: true });
    await makeRelease(service.deps, organisation.org, '7.0.0', [part._id]);
    const aSwitch = await organisation.device({ part, network, firmwareVersion: OLD });
    const moved = devices.slice(0, 10).map(({ _id }) => _id);
    await models.devices.updateMany(
      { organisationId: organisation.org, _id: { $in: moved } },
      { $set: { locationNetworkId: network._id } },
    );
    const { id, treated, others } = await health.upgraded({ exclude: [`part:${part._id}`] });
    const target = others.find(({ _id }) => !moved.includes(_id));
    await organisation.post({ aps: [`AP:${aSwitch._id}`], version: '7.0.0', upgrade_type: 'manual' });
    await organisation.post({ aps: [`AP:${target?._id}`], version: NEW, upgrade_type: 'manual' });
    await service.dispatch();
    if (target) await fleet.heartbeat([target]);
    const order = await fixture.beat(aSwitch);
    await fixture.beat(aSwitch, { upgrade: { id: order?.id ?? 0, state: 'downloading' } });
    const { stateReason } = await health.look(id, others);
    const staying = (list: readonly TestDevice[]): number =>
      list.filter(({ _id }) => !moved.includes(_id)).length;
    expect(stateReason?.['counts']).to.deep.equal({
      sick: staying(treated),
      treated: staying(treated),
      control_sick: 0,
      control: staying(others) - 1,
    });
  });

  it('leave out control devices in a network whose window has not been open', async () => {
    const { fixture, devices } = health;
    const { service, organisation } = fixture;
    const network = await makeNetwork(service.deps, organisation.org);
    const moved = devices.slice(0, 10).map(({ _id }) => _id);
    await service.deps.mongo.models.devices.updateMany(
      { organisationId: organisation.org, _id: { $in: moved } },
      { $set: { locationNetworkId: network._id } },
    );
    // The test begins on a Monday at noon.
    const windows = [{ days: ['sun'], from: '01:00', to: '05:00' }];
    await organisation.call('PATCH', `/v1/networks/${network._id}`, { body: { windows } });
    const { id, treated, others } = await health.upgraded();
    const { stateReason } = await health.look(id, others);
    const closed = others.filter(({ _id }) => moved.includes(_id)).length;
    expect(treated.some(({ _id }) => moved.includes(_id))).to.equal(false);
    expect(stateReason?.['counts']).to.deep.include({ control: others.length - closed });
  });
});
