import { expect } from 'chai';
import type { ScheduleRecord } from '../../../shared/upgrades/models/schedule.js';
import { dispatchSchedule } from '../../fixtures/dispatch-schedule.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { TrackedUpgrade, NEW } from '../../fixtures/records/tracked-upgrade.js';
import { TestService } from '../../fixtures/records/test-service.js';

describe('an upgrade that falls due while the device has another', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  afterEach(() => {
    service.failpoint = () => undefined;
  });

  const OTHER = { version: '1.9.0', upgrade_type: 'manual' };

  async function statuses(device: TestDevice): Promise<string[]> {
    return (await service.upgrades(device)).map((upgrade) => upgrade.status);
  }

  /** A Queued upgrade, and a second that is due. */
  async function twoDue(): Promise<{ tracked: TrackedUpgrade; second: ScheduleRecord }> {
    const tracked = await TrackedUpgrade.at(service, 'Queued');
    await tracked.fixture.post({ aps: [`AP:${tracked.device._id}`], ...OTHER });
    return { tracked, second: await service.schedule() };
  }

  // docs/interface.md#upgrade-1
  // docs/reliability.md#two-upgrades-due
  it('replaces an earlier one that is Queued, which is Cancelled', async () => {
    const { tracked, second } = await twoDue();
    await dispatchSchedule(service.deps, second);
    const [first, next] = await service.upgrades(tracked.device);
    const message = `Replaced by upgrade ${next?._id}`;
    expect(first).to.include({ status: 'Cancelled', inFlight: false, message });
    expect(next).to.include({ status: 'Queued', inFlight: true });
    expect((await tracked.heartbeat())?.id).to.equal(next?._id);
  });

  for (const step of ['due-devices-read', 'due-batch-written', 'queued-replaced'] as const) {
    it(`is not Cancelled as replaced by itself when a second worker dispatches it at ${step}`, async () => {
      const { tracked, second } = await twoDue();
      let other = false;
      service.failpoint = async (reached) => {
        if (reached !== step || other) return;
        other = true;
        await dispatchSchedule(service.deps, second);
      };
      await dispatchSchedule(service.deps, second);
      expect(other).to.equal(true);
      expect(await statuses(tracked.device)).to.deep.equal(['Cancelled', 'Queued']);
    });
  }

  it('waits for one that the device begins during the dispatch, instead of replacing it', async () => {
    const { tracked, second } = await twoDue();
    service.failpoint = async (step) => {
      if (step !== 'due-batch-written') return;
      service.failpoint = () => undefined;
      await tracked.report('downloading');
    };
    expect(await dispatchSchedule(service.deps, second)).to.include({ Queued: 0, Waiting: 1 });
    expect(await statuses(tracked.device)).to.deep.equal(['Downloading', '']);
  });

  for (const status of ['Downloading', 'Installing', 'Verifying'] as const) {
    // docs/interface.md#upgrade-1
    it(`waits for one that is ${status}, and is dispatched by the sweep after that has ended`, async () => {
      const tracked = await TrackedUpgrade.at(service, status);
      const { device, fixture } = tracked;
      await fixture.post({ aps: [`AP:${device._id}`], ...OTHER });
      await service.dispatch();
      expect((await service.schedule()).state).to.equal('dispatched');
      await service.sweep();
      expect(await statuses(device)).to.deep.equal([status, '']);

      if (status !== 'Verifying') await tracked.heartbeat({ firmware_version: NEW });
      await tracked.heartbeatsFor(300, { firmware_version: NEW });
      const { dispatchedUpgrades } = await service.sweep();
      expect(dispatchedUpgrades).to.equal(1);
      expect(await statuses(device)).to.deep.equal(['Success', 'Queued']);
      const order = await tracked.heartbeat({ firmware_version: NEW });
      expect(order).to.include({ id: (await service.latest(device))._id, version: '1.9.0' });
    });
  }

  it('is Skipped when the upgrade it waited for has installed its version', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Verifying');
    await tracked.fixture.post({ aps: [`AP:${tracked.device._id}`] });
    await tracked.heartbeatsFor(300, { firmware_version: NEW });
    await service.dispatch();
    expect(await statuses(tracked.device)).to.deep.equal(['Success', 'Skipped']);
  });

  it('is dispatched although the device has left the target since the due time', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading', {});
    const { device, fixture } = tracked;
    const network = await makeNetwork(service.deps, fixture.org);
    const move = (id: number) =>
      fixture.call('POST', '/v1/access_points/move_devices', {
        body: { devices: [device.macId], existing_network_id: id },
      });
    await move(fixture.network._id);
    await fixture.post({ aps: [`network:${fixture.network._id}`], ...OTHER });
    await service.dispatch();
    await move(network._id);
    await tracked.report('installing');
    await tracked.report('failure');
    await service.sweep();
    expect(await statuses(device)).to.deep.equal(['Failed', 'Queued']);
  });

  it('is Cancelled when the device leaves the organisation while it waits', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Verifying');
    await tracked.fixture.post({ aps: [`AP:${tracked.device._id}`], ...OTHER });
    await service.dispatch();
    await service.deps.mongo.models.devices.deleteOne({ _id: tracked.device._id });
    service.clock.advance(301);
    await service.sweep();
    expect(await statuses(tracked.device)).to.deep.equal(['Failed', 'Cancelled']);
  });

  it('can be changed while it waits, and is dispatched with the change', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Installing');
    const { device, fixture } = tracked;
    await fixture.post({ aps: [`AP:${device._id}`], ...OTHER });
    await service.dispatch();
    const waiting = await service.latest(device);
    await fixture.call('PUT', `/upgrades/${waiting._id}`, { body: { upgrade: { save_prev_config: true } } });
    await service.dispatch();
    await tracked.report('failure');
    await service.sweep();
    const [first, second, ...more] = await service.upgrades(device);
    expect(more).to.deep.equal([]);
    expect([first?.status, second?.status]).to.deep.equal(['Failed', 'Queued']);
    expect(second).to.include({ _id: waiting._id, savePrevConfig: true });
  });
});
