import { expect } from 'chai';
import type { FleetSource } from '../../shared/import/operations/fleet-source.js';
import { importFleet } from '../../shared/import/operations/import-fleet.js';
import { ImportInterrupted, interruptible } from '../../shared/import/operations/interruptible.js';
import { deviceEntry, FleetFixture, macOf, smallFleet, sourceOf } from '../fixtures/records/fleet.js';

const DEVICES = 3000;
const FLEET = {
  ...smallFleet(),
  organisations: [{ id: 1, name: 'Harbour Hotels', no_of_aps: DEVICES }],
  networks: [{ id: 1, organisation_id: 1, network_name: 'Lobby' }],
  tags: [],
  devices: Array.from({ length: DEVICES }, (_, index) =>
    deviceEntry(index + 1, index % 3 === 0 ? {} : { location_network_id: 1 }),
  ),
};

describe('an interrupted import', () => {
  let fixture: FleetFixture;
  beforeEach(async () => {
    fixture = await FleetFixture.open();
  });
  afterEach(() => fixture.close());

  /** A source that does something before it gives a batch of devices to be written. */
  function disturbed(before: (first: number) => Promise<void>): FleetSource {
    const source = sourceOf(FLEET);
    let reading = 0;
    return {
      ...source,
      async *records(section) {
        if (section === 'devices') reading += 1;
        for await (const batch of source.records(section)) {
          if (section === 'devices' && reading === 2) await before(batch.first);
          yield batch;
        }
      },
    };
  }

  async function failureOf(before: (first: number) => Promise<void>): Promise<string> {
    try {
      await importFleet(fixture.deps, disturbed(before));
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('it went through');
  }

  async function expectExactCounts(devices: number): Promise<void> {
    const unassigned = await fixture.models.devices.countDocuments({ locationNetworkId: null });
    expect(await fixture.models.devices.countDocuments({})).to.equal(devices);
    expect(await fixture.models.deviceStates.countDocuments({})).to.equal(devices);
    expect(await fixture.models.masterInventory.countDocuments({ organisationId: 1 })).to.equal(devices);
    expect(await fixture.models.organisations.findById(1).lean()).to.include({
      deviceCount: devices,
      unassignedCount: unassigned,
    });
    expect(await fixture.models.networks.findById(1).lean()).to.include({
      deviceCount: devices - unassigned,
    });
  }

  it('leaves whole batches and exact counts, and is completed by a second import', async () => {
    const failure = await failureOf((first) => {
      if (first < 2000) return Promise.resolve();
      throw new Error('cut off');
    });
    expect(failure).to.equal('cut off');
    await expectExactCounts(2000);
    await fixture.import(FLEET);
    await expectExactCounts(DEVICES);
  });

  it('stops after the current batch on request and releases its lock', async () => {
    const asked = new AbortController();
    const source = disturbed((first) => {
      if (first === 1000) asked.abort();
      return Promise.resolve();
    });
    const failure: unknown = await importFleet(fixture.deps, interruptible(source, asked.signal)).catch(
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(ImportInterrupted);
    await expectExactCounts(1000);
    await fixture.import(FLEET);
    await expectExactCounts(DEVICES);
  });

  it('does not take a device that was claimed after the check', async () => {
    const failure = await failureOf(async (first) => {
      if (first !== 1000) return;
      await fixture.models.masterInventory.create({
        _id: macOf(1500),
        routerSerialNumber: '',
        partNumber: 'AP.1',
        hpName: 'Access Point',
        organisationId: 77,
        deviceId: 9000,
      });
    });
    expect(failure).to.equal(`Device 1500 (${macOf(1500)}) was taken during the import`);
    await expectExactCounts(1000);
  });

  it('does not exceed no_of_aps when it is lowered after the check', async () => {
    const failure = await failureOf(async (first) => {
      if (first !== 2000) return;
      await fixture.models.organisations.updateOne({ _id: 1 }, { $set: { noOfAps: 2500 } });
    });
    expect(failure).to.match(/has no room/);
    await expectExactCounts(2000);
  });

  it('is refused while another import runs', async () => {
    let second: unknown;
    await importFleet(
      fixture.deps,
      disturbed(async (first) => {
        if (first === 0) second = await fixture.import(FLEET).catch((error: unknown) => error);
      }),
    );
    expect(second).to.be.instanceOf(Error).and.have.property('name', 'LockHeld');
    await expectExactCounts(DEVICES);
  });

  it('that takes long dates the devices of each batch with its own time, by which schedules find them', async () => {
    const start = fixture.deps.now();
    const timeOf = (first: number) => new Date(start.getTime() + first * 1000);
    let now = start;
    const source = disturbed((first) => {
      now = timeOf(first);
      return Promise.resolve();
    });
    await importFleet({ ...fixture.deps, now: () => now }, source);
    const last = await fixture.models.devices.findOne({ macId: macOf(DEVICES) }).lean();
    expect(last?.networkSince).to.deep.equal(timeOf(DEVICES - 1000));
  });
});
