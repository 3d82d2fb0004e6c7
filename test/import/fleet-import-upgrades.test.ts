import { expect } from 'chai';
import { deviceMaintenance } from '../../shared/upgrades/operations/list/maintenance.js';
import { deviceEntry, FleetFixture, smallFleet } from '../fixtures/records/fleet.js';
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
});
