import { expect } from 'chai';
import { everyModel } from '../../shared/platform/migrations/inspect-indexes.js';
import type { TestDevice } from '../fixtures/records/device.js';
import { TestService } from '../fixtures/records/test-service.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

const SOAKED_S = 400;

/** A device that runs what it has written to its flash, whatever the service believes. */
interface Simulated {
  readonly device: TestDevice;
  runs: string;
}

describe('an older state that is restored under a fleet that went on', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  beforeEach(async () => {
    service = await TestService.open();
    fixture = await upgradeFixture(service.api);
  });
  afterEach(() => service.close());

  /** Everything the database holds, as a backup at this point in time has it. */
  async function backUp(): Promise<Map<string, unknown[]>> {
    const backup = new Map<string, unknown[]>();
    for (const { collection } of everyModel(service.deps.mongo.models)) {
      backup.set(collection.collectionName, await collection.find({}).toArray());
    }
    return backup;
  }

  async function restore(backup: ReadonlyMap<string, unknown[]>): Promise<void> {
    for (const { collection } of everyModel(service.deps.mongo.models)) {
      await collection.deleteMany({});
      const records = backup.get(collection.collectionName) ?? [];
      if (records.length > 0) await collection.insertMany(records as never[]);
    }
  }

  /** One heartbeat each. A device that is offered an upgrade installs it at once and reports it with the next heartbeat. */
  async function beat(fleet: readonly Simulated[]): Promise<void> {
    for (const one of fleet) {
      const order = await service.acceptedHeartbeat(one.device, { firmware_version: one.runs });
      if (order) one.runs = order.version;
    }
  }

  /** Lets time pass until nothing is open any more. */
  async function settle(fleet: readonly Simulated[]): Promise<void> {
    for (let round = 0; round < 12; round += 1) {
      await service.dispatch();
      await beat(fleet);
      service.clock.advance(SOAKED_S / 4);
      await service.sweep();
    }
  }

  it('ends with every device on a version that it really runs, whatever it was doing at the time of the backup', async () => {
    const fleet: Simulated[] = [];
    for (let made = 0; made < 6; made += 1) {
      const device = await fixture.device({ network: fixture.network, firmwareVersion: '1.0.0' });
      fleet.push({ device, runs: '1.0.0' });
    }
    await beat(fleet);
    const [pending, queued, downloading, installing] = fleet as [Simulated, Simulated, Simulated, Simulated];
    const later = {
      schedule_type: 'later',
      schedule_at: new Date(service.clock.now().getTime() + 600_000).toISOString(),
    };
    await fixture.post({ ...later, aps: [`AP:${pending.device._id}`] });
    const now = [queued, downloading, installing];
    await fixture.post({ schedule_type: 'now', aps: now.map(({ device }) => `AP:${device._id}`) });
    await service.dispatch();
    for (const [one, state] of [
      [downloading, 'downloading'],
      [installing, 'installing'],
    ] as const) {
      const order = await service.acceptedHeartbeat(one.device, { firmware_version: one.runs });
      await service.acceptedHeartbeat(one.device, {
        firmware_version: one.runs,
        upgrade: { id: order?.id ?? 0, state },
      });
    }
    const backup = await backUp();

    // The fleet goes on: some finish the upgrade, some get one that the backup knows nothing of.
    for (const one of fleet) one.runs = '1.10.0';
    await settle(fleet);
    await fixture.post({
      schedule_type: 'now',
      upgrade_type: 'manual',
      version: '1.9.0',
      aps: fleet.slice(3).map(({ device }) => `AP:${device._id}`),
    });
    await settle(fleet);
    expect(fleet.map(({ runs }) => runs)).to.include.members(['1.9.0', '1.10.0']);

    await restore(backup);
    await settle(fleet);

    const { models } = service.deps.mongo;
    const inventory = await models.devices.find({ organisationId: fixture.org }).sort({ _id: 1 }).lean();
    expect(inventory.map(({ firmwareVersion }) => firmwareVersion)).to.deep.equal(
      fleet.map(({ runs }) => runs),
    );
    const open = await models.upgrades.find({ $or: [{ status: '' }, { inFlight: true }] }).lean();
    expect(open.map(({ _id, status }) => [_id, status])).to.deep.equal([]);
  });
});
