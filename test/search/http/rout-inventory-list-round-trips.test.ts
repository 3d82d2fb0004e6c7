import { expect } from 'chai';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import { makeDevices } from '../../fixtures/records/device.js';
import { afterPage, inventoryPage, type PageQuery } from '../../fixtures/inventory-pages.js';
import { countRoundTrips } from '../../fixtures/queries/round-trips.js';

const COUNTS = ['find organisations', 'find firmware_revisions'];
const PAGE = [...COUNTS, 'find devices', 'find device_states'];

describe('rout_inventory_list database round trips', () => {
  let fixture: DeviceFixture;
  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  /** The commands of a page, without those that identify the caller. */
  async function commandsOf(query: PageQuery): Promise<string[]> {
    const { commands } = await countRoundTrips(fixture.api.deps, () =>
      inventoryPage(fixture.api, fixture.admin.token, { per_page: 1, ...query }),
    );
    return commands.filter((command) => !/access_tokens|users|sign-in rules/.test(command));
  }

  // Both sizes take the same number: it does not depend on the number of devices.
  for (const size of [3, 150]) {
    it(`are 4 for a page of ${size} devices, and 2 after a cursor`, async () => {
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

    it(`are 5 for a search of ${size} devices, one more for the first in an inventory and one less with a stored total`, async () => {
      await makeDevices(fixture.api.deps, fixture.org, size, () => ({ part: fixture.part }));
      const search = fixture.part.name;
      const counting = [...PAGE, 'aggregate devices'];
      expect(await commandsOf({ search })).to.have.members([...counting, 'find organisations']);
      expect(await commandsOf({ search, sort_column: 'id' })).to.have.members(counting);
      expect(await commandsOf({ search })).to.have.members(PAGE);
      expect(await commandsOf({ search, page: 2 })).to.have.members(PAGE);
    });

    it(`are 5 in the order of heartbeats for ${size} devices`, async () => {
      await makeDevices(fixture.api.deps, fixture.org, size, () => ({ part: fixture.part }));
      expect(await commandsOf({ sort_column: 'last_hb_on' })).to.have.members([
        ...PAGE,
        'find device_states',
      ]);
    });
  }
});
