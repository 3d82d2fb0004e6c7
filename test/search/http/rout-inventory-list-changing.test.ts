import { expect } from 'chai';
import type { Query } from 'mongoose';
import type { Models } from '../../../shared/composition/models.js';
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

  for (const sort_direction of ['asc', 'desc']) {
    // docs/interface.md#rout_inventory_list-search_after
    it(`returns every remaining device when some leave between the queries of a page, last_hb_on ${sort_direction}`, async () => {
      const fixture = await deviceFixture();
      const { api, org, part, admin } = fixture;
      const made = await makeDevices(api.deps, org, 4 * PER_PAGE, (index) => ({
        part,
        state: { lastHeartbeatAt: new Date(Date.UTC(2025, 0, 1 + index)) },
      }));
      if (sort_direction === 'desc') made.reverse();
      // In the page itself, the row that tells of a next page, and all of a page.
      const leaving = [
        made.slice(1, 2),
        made.slice(PER_PAGE + 1, PER_PAGE + 2),
        made.slice(-PER_PAGE - 3, -3),
      ];
      const staying = made.filter((device) => !leaving.flat().includes(device));
      const query = { per_page: PER_PAGE, sort_column: 'last_hb_on', sort_direction };
      const leave = async () => {
        const gone = leaving.shift()?.map(({ macId }) => macId) ?? [];
        if (gone.length > 0) await fixture.ask(removeDevicesEndpoint, { devices: gone });
      };
      const rows = await afterStates(api.deps.mongo.models, leave, () =>
        walkInventory(api, admin.token, query, 'cursor'),
      );
      expect(rows.map(({ id }) => id)).to.deep.equal(staying.map(({ _id }) => _id));
    });
  }
});

/** Runs `between` after every query that reads the first states of a page in the order of heartbeats. */
async function afterStates<T>(
  { deviceStates }: Models,
  between: () => Promise<void>,
  run: () => Promise<T>,
): Promise<T> {
  const find = deviceStates.find.bind(deviceStates) as (...args: unknown[]) => Query<unknown, unknown>;
  const interposed = (...args: unknown[]) => {
    const query = find(...args);
    const exec = query.exec.bind(query);
    query.exec = async () => {
      const found = await exec();
      if ('sortKey' in (query.getOptions().sort ?? {})) await between();
      return found;
    };
    return query;
  };
  Object.assign(deviceStates, { find: interposed });
  try {
    return await run();
  } finally {
    Reflect.deleteProperty(deviceStates, 'find');
  }
}
