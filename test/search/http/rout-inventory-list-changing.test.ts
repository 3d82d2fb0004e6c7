import { expect } from 'chai';
import { removeDevicesEndpoint } from '../../../api/assignment/remove-devices.js';
import { compareKeys } from '../../../shared/search/domain/device-order.js';
import { deviceFixture } from '../../fixtures/records/device-fixture.js';
import { makeDevices, type TestDevice } from '../../fixtures/records/device.js';
import { walkInventory, type Step } from '../../fixtures/inventory-pages.js';

/** Repeated, empty, of several scripts; shared by the devices that remain and those that come and go. */
const NAMES = ['', 'AP', 'ap', 'मुख्य हॉल', 'İstanbul', 'ırmak', '📶 Lobby', 'zz'];
const PER_PAGE = 6;

describe('rout_inventory_list while devices come and go', () => {
  for (const step of ['cursor', 'number', 'both'] satisfies Step[]) {
    for (const [sort_direction, searched] of [
      ['asc', false],
      ['desc', true],
    ] as const) {
      // docs/interface.md#rout_inventory_list-search_after
      it(`returns every remaining device once, in order, by ${step}, ${sort_direction}${searched ? ', in a search' : ''}`, async () => {
        const fixture = await deviceFixture();
        const make = (count: number, shift: number): Promise<TestDevice[]> =>
          makeDevices(fixture.api.deps, fixture.org, count, (index) => ({
            name: NAMES[(index + shift) % NAMES.length] ?? '',
            part: fixture.part,
            network: index % 2 === 0 ? fixture.network : null,
          }));
        const passing = await make(12, 0);
        const staying = await make(12, 3);
        passing.push(...(await make(12, 5)));

        const search = searched ? fixture.part.name : '';
        const query = { per_page: PER_PAGE, sort_direction, search };
        const rows = await walkInventory(fixture.api, fixture.admin.token, query, step, async (page) => {
          // Removes rows from both ends, before and after the page.
          const gone = [passing.shift(), passing.pop()].flatMap((device) => device?.macId ?? []);
          if (gone.length > 0) await fixture.ask(removeDevicesEndpoint, { devices: gone });
          await make(1, page);
        });

        const ids = rows.map(({ id }) => id);
        expect(new Set(ids).size, 'no device comes twice').to.equal(ids.length);
        const expected = [...staying].sort((a, b) => compareKeys(a.sort.name, b.sort.name));
        if (sort_direction === 'desc') expected.reverse();
        const stayed = new Set(staying.map(({ _id }) => _id));
        expect(ids.filter((id) => stayed.has(id))).to.deep.equal(expected.map(({ _id }) => _id));
      });
    }
  }
});
