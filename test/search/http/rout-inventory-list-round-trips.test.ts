import { expect } from 'chai';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import { makeDevices } from '../../fixtures/records/device.js';
import { afterPage, inventoryPage, type PageQuery } from '../../fixtures/inventory-pages.js';
import { countRoundTrips } from '../../fixtures/round-trips.js';

const COUNTS = ['find organisations', 'find firmware_revisions'];
const PAGE = [...COUNTS, 'find devices', 'find device_states'];

describe('database round trips of rout_inventory_list', () => {
  let fixture: DeviceFixture;
  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  /** The commands of a page, without those that find out who asks. */
  async function commandsOf(query: PageQuery): Promise<string[]> {
    const { commands } = await countRoundTrips(fixture.api.deps, () =>
      inventoryPage(fixture.api, fixture.admin.token, { per_page: 1, ...query }),
    );
    return commands.filter((command) => !/access_tokens|users/.test(command));
  }

  // Asserted for both: what a page takes does not depend on the number of devices.
  for (const size of [3, 150]) {
    it(`a page of ${size} devices takes 4, and 2 after a cursor`, async () => {
      await makeDevices(fixture.api.deps, fixture.org, size, () => ({ part: fixture.part }));
      const first = await inventoryPage(fixture.api, fixture.admin.token, { per_page: 1 });
      for (const query of [
        {},
        { page: 2 },
        { page: 3 },
        { sort_column: 'hp_name', sort_direction: 'desc' },
      ]) {
        expect(await commandsOf(query), JSON.stringify(query)).to.have.members(PAGE);
      }
      expect(await commandsOf(afterPage(first))).to.have.members(['find devices', 'find device_states']);
    });

    it(`a search of ${size} devices takes 5, one more for the first of an inventory, and one less once it is counted`, async () => {
      await makeDevices(fixture.api.deps, fixture.org, size, () => ({ part: fixture.part }));
      const search = fixture.part.name;
      const counting = [...PAGE, 'aggregate devices'];
      expect(await commandsOf({ search })).to.have.members([...counting, 'find organisations']);
      expect(await commandsOf({ search, sort_column: 'id' })).to.have.members(counting);
      expect(await commandsOf({ search })).to.have.members(PAGE);
      expect(await commandsOf({ search, page: 2 })).to.have.members(PAGE);
    });

    it(`the order of heartbeats takes 5 for ${size} devices`, async () => {
      await makeDevices(fixture.api.deps, fixture.org, size, () => ({ part: fixture.part }));
      expect(await commandsOf({ sort_column: 'last_hb_on' })).to.have.members([
        ...PAGE,
        'find device_states',
      ]);
    });
  }
});
