import { expect } from 'chai';
import type { ScheduleRecord } from '../../../shared/upgrades/models/schedule.js';
import { releaseSchedule } from '../../fixtures/release-schedule.js';
import { makeDevices, type TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { Journey, NEW } from '../../fixtures/records/upgrade-journey.js';
import { UpgradeStage } from '../../fixtures/records/upgrade-stage.js';

describe('an upgrade that falls due while the device has another', () => {
  let stage: UpgradeStage;
  before(async () => {
    stage = await UpgradeStage.open();
  });
  after(() => stage.close());
  afterEach(() => {
    stage.reach = () => undefined;
  });

  const OTHER = { version: '1.9.0', upgrade_type: 'manual' };

  async function statuses(device: TestDevice): Promise<string[]> {
    return (await stage.upgrades(device)).map((upgrade) => upgrade.status);
  }

  /** A Queued upgrade, and a second that is due. */
  async function twoDue(): Promise<{ journey: Journey; second: ScheduleRecord }> {
    const journey = await Journey.at(stage, 'Queued');
    await journey.world.post({ aps: [`AP:${journey.device._id}`], ...OTHER });
    return { journey, second: await stage.schedule() };
  }

  it('takes the place of an earlier one that is still Queued, which is Cancelled as replaced', async () => {
    const { journey, second } = await twoDue();
    await releaseSchedule(stage.deps, second);
    const [first, next] = await stage.upgrades(journey.device);
    const message = `Replaced by upgrade ${next?._id}`;
    expect(first).to.include({ status: 'Cancelled', released: false, message });
    expect(next).to.include({ status: 'Queued', released: true });
    expect((await journey.says())?.id).to.equal(next?._id);
  });

  for (const step of ['due-devices-read', 'due-batch-written', 'queued-replaced'] as const) {
    it(`is never cancelled as replaced by itself, when a second worker releases it at ${step}`, async () => {
      const { journey, second } = await twoDue();
      let other = false;
      stage.reach = async (reached) => {
        if (reached !== step || other) return;
        other = true;
        await releaseSchedule(stage.deps, second);
      };
      await releaseSchedule(stage.deps, second);
      expect(other).to.equal(true);
      expect(await statuses(journey.device)).to.deep.equal(['Cancelled', 'Queued']);
    });
  }

  it('waits for one that begins at the very moment, instead of replacing it', async () => {
    const { journey, second } = await twoDue();
    stage.reach = async (step) => {
      if (step !== 'due-batch-written') return;
      stage.reach = () => undefined;
      await journey.reports('downloading');
    };
    expect(await releaseSchedule(stage.deps, second)).to.include({ Queued: 0, Waiting: 1 });
    expect(await statuses(journey.device)).to.deep.equal(['Downloading', '']);
  });

  for (const status of ['Downloading', 'Installing', 'Verifying'] as const) {
    it(`lets one that is ${status} finish, and is released by the sweep after it has ended`, async () => {
      const journey = await Journey.at(stage, status);
      const { device, world } = journey;
      await world.post({ aps: [`AP:${device._id}`], ...OTHER });
      await stage.release();
      expect((await stage.schedule()).state).to.equal('released');
      await stage.sweep();
      expect(await statuses(device)).to.deep.equal([status, '']);

      if (status !== 'Verifying') await journey.says({ firmware_version: NEW });
      await journey.livesOn(300, { firmware_version: NEW });
      const { released } = await stage.sweep();
      expect(released).to.equal(1);
      expect(await statuses(device)).to.deep.equal(['Success', 'Queued']);
      const order = await journey.says({ firmware_version: NEW });
      expect(order).to.include({ id: (await stage.latest(device))._id, version: '1.9.0' });
    });
  }

  it('is Skipped, when what it waited for has brought the device to its version', async () => {
    const journey = await Journey.at(stage, 'Verifying');
    await journey.world.post({ aps: [`AP:${journey.device._id}`] });
    await journey.livesOn(300, { firmware_version: NEW });
    await stage.release();
    expect(await statuses(journey.device)).to.deep.equal(['Success', 'Skipped']);
  });

  it('is released although the device has left the target since the due time', async () => {
    const journey = await Journey.at(stage, 'Downloading', {});
    const { device, world } = journey;
    const network = await makeNetwork(stage.deps, world.org);
    const move = (id: number) =>
      world.call('POST', '/v1/access_points/move_devices', {
        body: { devices: [device.macId], existing_network_id: id },
      });
    await move(world.network._id);
    await world.post({ aps: [`network:${world.network._id}`], ...OTHER });
    await stage.release();
    await move(network._id);
    await journey.reports('installing');
    await journey.reports('failure');
    await stage.sweep();
    expect(await statuses(device)).to.deep.equal(['Failed', 'Queued']);
  });

  it('is Cancelled, when the device has left the organisation while it waited', async () => {
    const journey = await Journey.at(stage, 'Verifying');
    await journey.world.post({ aps: [`AP:${journey.device._id}`], ...OTHER });
    await stage.release();
    await stage.deps.mongo.models.devices.deleteOne({ _id: journey.device._id });
    stage.clock.advance(301);
    await stage.sweep();
    expect(await statuses(journey.device)).to.deep.equal(['Failed', 'Cancelled']);
  });

  it('can be changed while it waits, and then the change is what is released', async () => {
    const journey = await Journey.at(stage, 'Installing');
    const { device, world } = journey;
    await world.post({ aps: [`AP:${device._id}`], ...OTHER });
    await stage.release();
    const waiting = await stage.latest(device);
    await world.call('PUT', `/upgrades/${waiting._id}`, { body: { upgrade: { save_prev_config: true } } });
    await stage.release();
    await journey.reports('failure');
    await stage.sweep();
    const [first, second, ...more] = await stage.upgrades(device);
    expect(more).to.deep.equal([]);
    expect([first?.status, second?.status]).to.deep.equal(['Failed', 'Queued']);
    expect(second).to.include({ _id: waiting._id, savePrevConfig: true });
  });
});

describe('many devices, each with an upgrade under way and another due', () => {
  let stage: UpgradeStage;
  before(async () => {
    stage = await UpgradeStage.open();
  });
  after(() => stage.close());

  it('wait, every one of them, across batches and beside one that is not busy', async function () {
    this.timeout(60_000);
    const world = await stage.world();
    const devices = await makeDevices(stage.deps, world.org, 1010, () => ({
      part: world.part,
      network: world.network,
    }));
    const { models } = stage.deps.mongo;
    await world.post({ aps: [`network:${world.network._id}`] });
    await stage.release();
    const of = { organisationId: world.org };
    await models.upgrades.updateMany(of, { $set: { status: 'Installing' } });
    const freed = { ...of, routerInventoryId: devices[0]?._id ?? 0 };
    await models.upgrades.updateOne(freed, { $set: { status: 'Failed', released: false, deadlineAt: null } });
    await world.post({ aps: [`network:${world.network._id}`], version: '1.9.0', upgrade_type: 'manual' });
    const counts = await releaseSchedule(stage.deps, await stage.schedule());
    expect(counts).to.deep.equal({ Queued: 1, Skipped: 0, Cancelled: 0, Waiting: 1009 });
    expect((await stage.sweep()).released).to.equal(0);
    await models.upgrades.updateMany(
      { ...of, status: 'Installing' },
      { $set: { status: 'Failed', released: false, deadlineAt: null } },
    );
    expect((await stage.sweep()).released).to.equal(1009);
    expect(await models.upgrades.countDocuments({ ...of, status: 'Queued', version: '1.9.0' })).to.equal(
      1010,
    );
  });
});
