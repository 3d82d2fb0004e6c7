import { expect } from 'chai';
import { countRoundTrips } from '../fixtures/queries/round-trips.js';
import { deviceEntry, FleetFixture, smallFleet, type Fleet } from '../fixtures/records/fleet.js';

const DEVICES = 3000;
/** Devices of the second organisation: every other one. */
const OTHERS = DEVICES / 2;
const BATCHES = DEVICES / 1000;

describe('a fleet of 3,000 devices', () => {
  let fixture: FleetFixture;
  let fleet: Fleet;
  before(async () => {
    fixture = await FleetFixture.open();
    const { organisations, ...rest } = smallFleet();
    fleet = {
      ...rest,
      organisations: organisations.map((organisation) => ({ ...organisation, no_of_aps: DEVICES })),
      devices: Array.from({ length: DEVICES }, (_, index) =>
        deviceEntry(index + 1, {
          name: `Device ${index}`,
          organisation_id: index % 2 === 0 ? 2 : 1,
          location_network_id: index % 2 === 0 ? 3 : 1,
          tag_ids: index % 2 === 0 ? [3] : [1],
        }),
      ),
    };
  });
  after(() => fixture.close());

  /** How often each command was sent, without renewals of the lock, which a slow machine has more of. */
  async function commandsOf(work: () => Promise<unknown>): Promise<Map<string, number>> {
    const { commands } = await countRoundTrips({ mongo: fixture.database.mongo }, work);
    const times = new Map<string, number>();
    for (const command of commands)
      if (command !== 'update locks') times.set(command, (times.get(command) ?? 0) + 1);
    return times;
  }

  it('is imported in batches of 1,000, in two round trips for the check and nine for the write of each', async () => {
    const times = await commandsOf(() => fixture.import(fleet));
    expect(times.get('insert devices')).to.equal(BATCHES);
    expect(times.get('insert device_states')).to.equal(BATCHES);
    expect(times.get('insert master_inventory')).to.equal(BATCHES);
    expect(times.get('commitTransaction')).to.equal(BATCHES);
    expect([...times.values()].reduce((sum, count) => sum + count, 0)).to.be.below(BATCHES * 12 + 56);
    expect(await fixture.models.organisations.findById(1).lean()).to.include({
      deviceCount: DEVICES - OTHERS,
    });
    expect(await fixture.models.networks.findById(3).lean()).to.include({ deviceCount: OTHERS });
  });

  it('is read and not written when it is imported again', async () => {
    const times = await commandsOf(() => fixture.import(fleet));
    const writes = [...times.keys()].filter((command) => /^(insert|update|delete)/.test(command));
    // The lock, and the sequences that never go back.
    expect(writes.sort()).to.deep.equal(['delete locks', 'update counters']);
    expect([...times.values()].reduce((sum, count) => sum + count, 0)).to.be.below(BATCHES * 8 + 36);
  });

  it('is renamed in batches when its network is', async () => {
    const networks = [{ id: 3, organisation_id: 2, network_name: 'Everywhere' }];
    const times = await commandsOf(() => fixture.import({ networks }));
    expect(times.get('update devices')).to.equal(2);
    expect(
      await fixture.models.devices.countDocuments({ organisationId: 2, networkName: 'Everywhere' }),
    ).to.equal(OTHERS);
  });
});
