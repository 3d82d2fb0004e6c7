import { expect } from 'chai';
import { deviceMaintenance } from '../../shared/upgrades/operations/list/maintenance.js';
import { deviceEntry, FleetFixture, macOf, smallFleet } from '../fixtures/records/fleet.js';
import { upgradeEntry } from './entries.js';

describe('an imported upgrade', () => {
  let fixture: FleetFixture;
  before(async () => {
    fixture = await FleetFixture.open();
  });
  after(() => fixture.close());

  // docs/interface.md#current_status-4
  it('that a switch has begun is maintenance of its network, whatever number of attempts the file gives', async () => {
    await fixture.import({
      ...smallFleet(),
      devices: [
        deviceEntry(1, { location_network_id: 1 }),
        deviceEntry(2, { location_network_id: 1, part_number: 'SW-1' }),
      ],
      upgrades: [upgradeEntry(7, { router_inventory_id: 2, status: 'Installing', attempts: 0 })],
    });
    const accessPoint = await fixture.models.devices.findById(1).orFail().lean();
    expect(await deviceMaintenance(fixture.deps, accessPoint)).to.include({
      upgradeId: 7,
      status: 'Installing',
      isSwitch: true,
    });
  });

  it('that has ended keeps the name and the network that its device had then', async () => {
    const then = { mac_id: macOf(3), name: 'Lobby AP', location_network_id: 1 };
    await fixture.import({
      ...smallFleet(),
      devices: [deviceEntry(3, { name: 'Pool AP', location_network_id: 2 })],
      upgrades: [
        upgradeEntry(8, { router_inventory_id: 3, status: 'Success', device: then }),
        upgradeEntry(9, { router_inventory_id: 3, status: 'Pending' }),
      ],
    });
    const stored = await fixture.models.upgrades
      .find({ _id: { $in: [8, 9] } })
      .sort({ _id: 1 })
      .lean();
    expect(stored.map(({ deviceName, locationNetworkId }) => [deviceName, locationNetworkId])).to.deep.equal([
      ['Lobby AP', 1],
      ['Pool AP', 2],
    ]);
    expect(stored[0]?.searchText).to.contain('lobby ap').and.not.contain('pool ap');
  });
});
