import { expect } from 'chai';
import { everyModel } from '../../shared/platform/migrations/inspect-indexes.js';
import type { TestDevice } from '../fixtures/records/device.js';
import { UpgradeStage } from '../fixtures/records/upgrade-stage.js';
import { upgradeWorld, type UpgradeWorld } from '../fixtures/records/upgrade-world.js';

const SOAKED_S = 400;

/** A device that runs what it has written to its flash, whatever the service believes. */
interface Simulated {
  readonly device: TestDevice;
  runs: string;
}

describe('an older state that is restored under a fleet that went on', () => {
  let stage: UpgradeStage;
  let world: UpgradeWorld;
  beforeEach(async () => {
    stage = await UpgradeStage.open();
    world = await upgradeWorld(stage.api);
  });
  afterEach(() => stage.close());

  /** Everything the database holds, as a backup at this point in time has it. */
  async function backUp(): Promise<Map<string, unknown[]>> {
    const backup = new Map<string, unknown[]>();
    for (const { collection } of everyModel(stage.deps.mongo.models)) {
      backup.set(collection.collectionName, await collection.find({}).toArray());
    }
    return backup;
  }

  async function restore(backup: ReadonlyMap<string, unknown[]>): Promise<void> {
    for (const { collection } of everyModel(stage.deps.mongo.models)) {
      await collection.deleteMany({});
      const records = backup.get(collection.collectionName) ?? [];
      if (records.length > 0) await collection.insertMany(records as never[]);
    }
  }

  /** A heartbeat of each; one that is told to upgrade does so at once and says it by its next heartbeat. */
  async function beat(fleet: readonly Simulated[]): Promise<void> {
    for (const one of fleet) {
      const order = await stage.beat(one.device, { firmware_version: one.runs });
      if (order) one.runs = order.version;
    }
  }

  /** Lets time pass until nothing is open any more. */
  async function settle(fleet: readonly Simulated[]): Promise<void> {
    for (let round = 0; round < 12; round += 1) {
      await stage.release();
      await beat(fleet);
      stage.clock.advance(SOAKED_S / 4);
      await stage.sweep();
    }
  }

  it('ends with every device on a version that it really runs, whatever it was doing at the time of the backup', async () => {
    const fleet: Simulated[] = [];
    for (let made = 0; made < 6; made += 1) {
      const device = await world.device({ network: world.network, firmwareVersion: '1.0.0' });
      fleet.push({ device, runs: '1.0.0' });
    }
    await beat(fleet);
    const [pending, queued, downloading, installing] = fleet as [Simulated, Simulated, Simulated, Simulated];
    const later = {
      schedule_type: 'later',
      schedule_at: new Date(stage.clock.now().getTime() + 600_000).toISOString(),
    };
    await world.post({ ...later, aps: [`AP:${pending.device._id}`] });
    const now = [queued, downloading, installing];
    await world.post({ schedule_type: 'now', aps: now.map(({ device }) => `AP:${device._id}`) });
    await stage.release();
    for (const [one, state] of [
      [downloading, 'downloading'],
      [installing, 'installing'],
    ] as const) {
      const order = await stage.beat(one.device, { firmware_version: one.runs });
      await stage.beat(one.device, {
        firmware_version: one.runs,
        upgrade: { id: order?.id ?? 0, state },
      });
    }
    const backup = await backUp();

    // The fleet goes on: some finish the upgrade, some get one that the backup knows nothing of.
    for (const one of fleet) one.runs = '1.10.0';
    await settle(fleet);
    await world.post({
      schedule_type: 'now',
      upgrade_type: 'manual',
      version: '1.9.0',
      aps: fleet.slice(3).map(({ device }) => `AP:${device._id}`),
    });
    await settle(fleet);
    expect(fleet.map(({ runs }) => runs)).to.include.members(['1.9.0', '1.10.0']);

    await restore(backup);
    await settle(fleet);

    const { models } = stage.deps.mongo;
    const inventory = await models.devices.find({ organisationId: world.org }).sort({ _id: 1 }).lean();
    expect(inventory.map(({ firmwareVersion }) => firmwareVersion)).to.deep.equal(
      fleet.map(({ runs }) => runs),
    );
    const open = await models.upgrades.find({ $or: [{ status: '' }, { released: true }] }).lean();
    expect(open.map(({ _id, status }) => [_id, status])).to.deep.equal([]);
  });
});
