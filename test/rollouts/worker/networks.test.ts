import { expect } from 'chai';
import { makePart, type TestDevice } from '../../fixtures/records/device.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { OLD, RolloutRunFixture } from '../rollout-run-fixture.js';

describe('a rollout in networks', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  const quarter = { network: { max_percent: 25, switches_last: true } };

  async function setHours(id: number, body: Record<string, unknown>): Promise<void> {
    const reply = await fixture.organisation.call('PATCH', `/v1/networks/${id}`, { body });
    expect(reply.status, reply.text).to.equal(200);
  }

  const queued = async (id: number): Promise<number[]> =>
    (await fixture.upgradesOf(id))
      .filter(({ status, hasSlot }) => status === 'Queued' && hasSlot)
      .map(({ routerInventoryId }) => routerInventoryId);

  /** Takes an offered upgrade to a failed installation. */
  async function fail(device: TestDevice): Promise<void> {
    const order = await fixture.offer(device);
    await fixture.beat(device, { upgrade: { id: order.id, state: 'installing' } });
    await fixture.beat(device, { upgrade: { id: order.id, state: 'failure' } });
  }

  // The clock of the tests starts on Monday, 2026-06-15, at 12:00 UTC.
  // docs/rollouts.md#network_hours-1
  it('dispatches by the hours of each network, until the end of its window', async () => {
    const { organisation, service } = fixture;
    const tokyo = await makeNetwork(service.deps, organisation.org);
    const [here, there, loose] = [
      await organisation.device({ firmwareVersion: OLD, network: organisation.network }),
      await organisation.device({ firmwareVersion: OLD, network: tokyo }),
      await organisation.device({ firmwareVersion: OLD, network: null }),
    ];
    for (const device of [here, there, loose]) await fixture.beat(device);
    // 21:00 in Tokyo; the rollout's own window opens at 13:00 UTC.
    await setHours(tokyo._id, {
      time_zone: 'Asia/Tokyo',
      windows: [{ days: ['mon'], from: '20:00', to: '21:17' }],
    });
    const windows = [{ days: ['mon'], from: '13:00', to: '14:00' }];
    const { _id: id } = await fixture.dispatched({ windows, lead_minutes: 15 });
    expect(await queued(id)).to.deep.equal([there._id]);
    const [offer] = (await fixture.upgradesOf(id)).filter(({ status }) => status === 'Queued');
    expect(offer?.deadlineAt?.toISOString()).to.equal('2026-06-15T12:02:00.000Z');
    service.clock.set('2026-06-15T13:00:00Z');
    await service.sweep();
    for (const device of [here, there, loose]) await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect(await queued(id)).to.have.members([here._id, loose._id]);
  });

  // docs/rollouts.md#network_hours-2
  it('reads the dates of the blackout by the clock of the network', async () => {
    const { organisation } = fixture;
    await fixture.devices(1);
    await setHours(organisation.network._id, { time_zone: 'Pacific/Auckland' });
    const blackout = [{ from: '2026-06-15', to: '2026-06-15' }];
    const { _id: id } = await fixture.dispatched({ blackout });
    expect(await queued(id), 'it is the 16th in Auckland').to.have.length(1);
  });

  // docs/rollouts.md#network_limit-1
  it('never has more in flight there than the limit, upgrades of any request counted', async () => {
    const devices = await fixture.devices(12);
    const [plain] = devices;
    if (!plain) throw new Error('There is no device');
    await fixture.organisation.post({ aps: [`AP:${plain._id}`], version: '1.9.0', upgrade_type: 'manual' });
    await fixture.organisation.post({ aps: [`AP:${plain._id}`], version: '1.10.0', upgrade_type: 'manual' });
    await fixture.service.dispatch();
    await fixture.upgrade(plain);
    const loose = await fixture.organisation.device({ firmwareVersion: OLD, network: null });
    await fixture.beat(loose);
    const { _id: id } = await fixture.dispatched({ ...quarter, gates: { failure_percent: 100 } });
    // 25 % of 12 are 3, of which the plain upgrade is one; the device without a network has no limit.
    const [first, second] = (await queued(id)).filter((each) => each !== loose._id);
    expect(await queued(id))
      .to.have.length(3)
      .and.include(loose._id);
    const failing = devices.find(({ _id }) => _id === first);
    const ignoring = devices.find(({ _id }) => _id === second);
    if (!failing || !ignoring) throw new Error('Two of them have a slot');
    await fail(failing);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total, 'the failure counts').to.include({ failed: 1, in_flight: 2 });
    expect((await fixture.progress(id)).blockedNetworks).to.deep.equal([]);
  });

  // docs/rollouts.md#network_limit-2
  it('blocks a network where too many failed, and lets the stage soak without it', async () => {
    const devices = await fixture.devices(6);
    const { _id: id } = await fixture.dispatched({
      ...quarter,
      gates: { failure_percent: 100, min_finished: 100 },
    });
    const [only] = await queued(id);
    const failing = devices.find(({ _id }) => _id === only);
    if (!failing) throw new Error('One of them has a slot');
    await fail(failing);
    for (const device of devices) if (device !== failing) await fixture.beat(device);
    await fixture.tickUntilIdle();
    const progress = await fixture.progress(id);
    expect(progress.total).to.include({ failed: 1, waiting: 5, in_flight: 0 });
    expect(progress.blockedNetworks).to.deep.equal([fixture.organisation.network._id]);
    const shown = await fixture.organisation.call('GET', `/v1/rollouts/${id}`);
    expect(shown.body).to.have.nested.property(
      'data.rollout.progress.blocked_networks[0]',
      fixture.organisation.network._id,
    );
    expect(
      (await fixture.rollout(id)).stages[0]?.state,
      'its devices do not keep the stage Running',
    ).to.equal('Done');
    // More devices raise the limit; blocked networks are looked at once a minute.
    const { models } = fixture.service.deps.mongo;
    await models.networks.updateOne({ _id: fixture.organisation.network._id }, { $set: { deviceCount: 8 } });
    fixture.service.clock.advance(61);
    for (const device of devices) if (device !== failing) await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).blockedNetworks).to.deep.equal([]);
    expect(await queued(id)).to.have.length(1);
  });

  // docs/rollouts.md#network_limit-3
  it('shares the limit of a network with other rollouts, also when the worker of one dies', async () => {
    const devices = await fixture.devices(8);
    const half = (index: number): string[] =>
      devices.filter((_, at) => at % 2 === index).map(({ _id }) => `AP:${_id}`);
    const { _id: one } = await fixture.started({ ...quarter, targets: half(0) });
    const { _id: other } = await fixture.dispatched({ ...quarter, targets: half(1) });
    expect([...(await queued(one)), ...(await queued(other))]).to.have.length.at.most(2);
    await fixture.act(one, 'cancel');
    await fixture.act(other, 'cancel');
    await fixture.tickUntilIdle();
    const [third, fourth] = [
      (await fixture.started({ ...quarter, targets: half(0) }))._id,
      (await fixture.started({ ...quarter, targets: half(1) }))._id,
    ];
    // Its upgrades are named, and have no slot yet.
    fixture.service.failpoint = async (failpoint) => {
      const rollout = failpoint === 'tick-written' ? await fixture.rollout(third) : null;
      if (rollout?.tick?.dispatch.length) throw new Error('The worker died');
    };
    for (let ticks = 0; ticks < 5; ticks += 1) {
      await fixture.tick();
      const inFlight = [...(await queued(third)), ...(await queued(fourth))];
      expect(inFlight).to.have.length.at.most(2);
    }
    fixture.service.failpoint = () => undefined;
    await fixture.tickUntilIdle();
    expect([...(await queued(third)), ...(await queued(fourth))]).to.have.length(2);
  });

  // docs/rollouts.md#switches_last-1
  it('upgrades the switch of a network when no access point is left that is up, and nothing beside it', async () => {
    const { organisation, service } = fixture;
    const part = await makePart(service.deps, { isSwitch: true });
    await makeRelease(service.deps, organisation.org, '1.11.0', [part._id, organisation.part._id]);
    const points = await fixture.devices(3);
    const switches = [
      await organisation.device({ firmwareVersion: OLD, network: organisation.network, part }),
      await organisation.device({ firmwareVersion: OLD, network: organisation.network, part }),
    ];
    for (const device of switches) await fixture.beat(device);
    const settings = {
      version: '1.11.0',
      network: { max_percent: 100 },
      stages: [{ percent: 100, soak_minutes: 0 }],
    };
    const { _id: id } = await fixture.dispatched(settings);
    expect(await queued(id), 'access points first').to.have.members(points.map(({ _id }) => _id));
    const upgrade = async (device: TestDevice): Promise<void> => {
      const order = await fixture.offer(device);
      await fixture.beat(device, { upgrade: { id: order.id, state: 'installing' } });
      await fixture.beat(device, { firmware_version: '1.11.0' });
      service.clock.advance(61);
      await fixture.beat(device, { firmware_version: '1.11.0' });
    };
    const [first, second, third] = points;
    await upgrade(first);
    await upgrade(second);
    // The third is not reached any more and returns to Pending.
    service.clock.advance(300);
    await service.sweep();
    for (const device of switches) await fixture.beat(device);
    await fixture.tickUntilIdle();
    const [chosen, ...more] = await queued(id);
    expect(more, 'one switch at a time').to.deep.equal([]);
    const active = switches.find(({ _id }) => _id === chosen);
    if (!active) throw new Error('A switch has the slot');
    await fixture.beat(third);
    await fixture.tickUntilIdle();
    expect(await queued(id), 'an access point waits for the switch').to.deep.equal([chosen]);
    await upgrade(active);
    for (const device of [third, ...switches.filter((each) => each !== active)]) await fixture.beat(device);
    await fixture.tickUntilIdle();
    expect(await queued(id), 'then the access point').to.deep.equal([third._id]);
  });
});
