import { expect } from 'chai';
import { dispatchSchedule } from '../../fixtures/dispatch-schedule.js';
import { makeDevices } from '../../fixtures/records/device.js';
import { TestService } from '../../fixtures/records/test-service.js';

describe('many devices, each with an upgrade under way and another due', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());

  it('all wait, across batches, while a device that is not busy is dispatched', async () => {
    const fixture = await service.fixture();
    const devices = await makeDevices(service.deps, fixture.org, 1010, () => ({
      part: fixture.part,
      network: fixture.network,
    }));
    const { models } = service.deps.mongo;
    await fixture.post({ aps: [`network:${fixture.network._id}`] });
    await service.dispatch();
    const of = { organisationId: fixture.org };
    await models.upgrades.collection.updateMany(of, { $set: { status: 'Installing' } });
    const freed = { ...of, routerInventoryId: devices[0]?._id ?? 0 };
    await models.upgrades.collection.updateOne(freed, {
      $set: { status: 'Failed', inFlight: false, deadlineAt: null },
    });
    await fixture.post({ aps: [`network:${fixture.network._id}`], version: '1.9.0', upgrade_type: 'manual' });
    const counts = await dispatchSchedule(service.deps, await service.schedule());
    expect(counts).to.deep.equal({ Queued: 1, Skipped: 0, Cancelled: 0, Waiting: 1009 });
    expect((await service.sweep()).dispatchedUpgrades).to.equal(0);
    await models.upgrades.collection.updateMany(
      { ...of, status: 'Installing' },
      { $set: { status: 'Failed', inFlight: false, deadlineAt: null } },
    );
    expect((await service.sweep()).dispatchedUpgrades).to.equal(1009);
    expect(await models.upgrades.countDocuments({ ...of, status: 'Queued', version: '1.9.0' })).to.equal(
      1010,
    );
  });
});
