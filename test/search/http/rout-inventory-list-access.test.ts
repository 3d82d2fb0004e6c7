import { expect } from 'chai';
import { routInventoryListEndpoint } from '../../../api/search/rout-inventory-list.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import {
  afterPage,
  inventoryPage,
  namesIn,
  walkInventory,
  type Step,
} from '../../fixtures/inventory-pages.js';

const MINE = ['mine 1', 'mine 3', 'mine 5'];
const FREE = ['free 2', 'free 6'];
const HIDDEN = ['hidden 0', 'hidden 4', 'hidden 7'];
/** Its letters occur in no other searchable field. */
const NOT_PERMITTED = 'Zwinger';
const COLUMNS = ['name', 'mac_id', 'network_name', 'last_hb_on', 'id'];

describe('rout_inventory_list access', () => {
  let fixture: DeviceFixture;

  before(async () => {
    fixture = await deviceFixture();
    const state = { lastHeartbeatAt: new Date() };
    for (const name of MINE) await fixture.device({ name, state });
    for (const name of FREE) await fixture.device({ name, network: null });
    const network = await makeNetwork(fixture.api.deps, fixture.org, { networkName: NOT_PERMITTED });
    for (const name of HIDDEN) await fixture.device({ name, network, state });
  });

  /** The token of a user who is permitted the first network. */
  async function restricted(manageInventory: boolean): Promise<string> {
    const networks = [{ id: fixture.network._id, access: 'read' as const }];
    return (await fixture.user({ networks, manageInventory })).token;
  }

  for (const [manageInventory, seen] of [
    [false, MINE],
    [true, [...FREE, ...MINE]],
  ] as const) {
    const whose = manageInventory ? 'and unassigned ones when managing the inventory' : 'only';

    // docs/interface.md#rout_inventory_list-4
    it(`limits rows, searches and totals to the permitted networks’ devices ${whose}`, async () => {
      const token = await restricted(manageInventory);
      for (const sort_column of COLUMNS) {
        for (const search of ['', fixture.part.name, 'up']) {
          const page = await inventoryPage(fixture.api, token, { sort_column, search });
          const shown = search === 'up' ? MINE : seen;
          expect(namesIn(page), `${sort_column} ${search}`).to.have.members(shown);
          expect(page.meta, `${sort_column} ${search}`).to.include({ total: seen.length });
        }
      }
      for (const search of ['hidden', NOT_PERMITTED]) {
        const page = await inventoryPage(fixture.api, token, { search });
        expect(page.data).to.deep.equal([]);
        expect(page).to.include({ recordsTotal: 0, recordsFiltered: 0 });
      }
    });

    // docs/interface.md#rout_inventory_list-4
    it(`limits every page to the permitted networks’ devices ${whose}, by cursor and by number`, async () => {
      const token = await restricted(manageInventory);
      for (const step of ['cursor', 'number', 'both'] satisfies Step[]) {
        const rows = await walkInventory(fixture.api, token, { per_page: 1 }, step);
        expect(
          rows.map(({ name }) => name),
          step,
        ).to.deep.equal(seen);
      }
    });
  }

  // docs/interface.md#rout_inventory_list-4
  it('does not use what an unrestricted caller’s request stored for a restricted caller', async () => {
    const token = await restricted(false);
    const query = { per_page: 2, search: fixture.part.name };
    const first = await inventoryPage(fixture.api, fixture.admin.token, query);
    expect(first.meta).to.include({ total: 8, has_more: true });
    const second = await inventoryPage(fixture.api, token, { ...query, page: 2 });
    expect(namesIn(second)).to.deep.equal(['mine 5']);
    expect(second.meta).to.include({ total: 3, pages: 2 });
  });

  // docs/interface.md#rout_inventory_list-4
  it('shows a restricted caller nothing more, nor the total, by an unrestricted caller’s cursor', async () => {
    const query = { per_page: 2, sort_column: 'id', sort_direction: 'desc' };
    const first = await inventoryPage(fixture.api, fixture.admin.token, query);
    expect(namesIn(first)).to.deep.equal(['hidden 7', 'hidden 4']);
    const page = await inventoryPage(fixture.api, await restricted(false), { ...query, ...afterPage(first) });
    expect(namesIn(page)).to.deep.equal(['mine 5', 'mine 3']);
    expect(page.meta).to.include({ total: 'unknown' });
  });

  // docs/interface.md#rout_inventory_list-4
  it('shows nothing to a user without networks, or with a network of another organisation', async () => {
    const foreign = await deviceFixture();
    await foreign.device();
    for (const networks of [[], [{ id: foreign.network._id, access: 'full' as const }]]) {
      const { token } = await fixture.user({ networks, manageInventory: false });
      const page = await inventoryPage(fixture.api, token);
      expect(page.data).to.deep.equal([]);
      expect(page.meta).to.include({ total: 0, pages: 0, has_more: false });
    }
  });

  // docs/interface.md#rout_inventory_list-4
  it('shows unassigned devices to a user of all networks without manage_inventory', async () => {
    const { token } = await fixture.user({ manageInventory: false, role: 'viewer' });
    expect((await inventoryPage(fixture.api, token)).meta).to.include({ total: 8 });
  });

  // docs/interface.md#rout_inventory_list-search_after
  it('answers 422 with 1103 for a search_after of another organisation', async () => {
    const foreign = await deviceFixture();
    for (const name of ['a', 'b']) await foreign.device({ name });
    const first = await inventoryPage(foreign.api, foreign.admin.token, { per_page: 1 });
    const reply = await fixture.ask(routInventoryListEndpoint, afterPage(first));
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({ error_code: 1103 });
  });
});
