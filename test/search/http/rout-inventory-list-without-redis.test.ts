import { expect } from 'chai';
import { startTestApi, type TestApi } from '../../fixtures/api.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeDevices, makePart } from '../../fixtures/records/device.js';
import { makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import {
  afterPage,
  inventoryPage,
  namesIn,
  walkInventory,
  type Step,
} from '../../fixtures/inventory-pages.js';
import { redisRelay, type Relay } from '../../processes/relay.js';

const NAMES = ['a', 'b', 'b', 'b', 'c', 'd', 'e'];

describe('rout_inventory_list without Redis', () => {
  let relay: Relay;
  let api: TestApi;
  let token: string;

  before(async () => {
    relay = await redisRelay();
    api = await startTestApi({ env: { REDIS_URL: relay.url } });
    const { _id } = await makeOrganisation(api.deps);
    ({ token } = await makeUser(api.deps, _id));
    const part = await makePart(api.deps);
    await makeDevices(api.deps, _id, NAMES.length, (index) => ({ name: NAMES[index] ?? '', part }));
  });
  after(async () => {
    await api.close();
    await relay.down();
  });

  for (const step of ['cursor', 'number', 'both'] satisfies Step[]) {
    // docs/interface.md#rout_inventory_list-2
    it(`returns every page by ${step}`, async () => {
      for (const search of ['', 'SN']) {
        const rows = await walkInventory(api, token, { per_page: 2, search }, step);
        expect(rows.map(({ name }) => name)).to.deep.equal(NAMES);
      }
    });
  }

  // docs/interface.md#rout_inventory_list-3
  it('computes the total without search_after, and leaves it unknown with search_after', async () => {
    const first = await inventoryPage(api, token, { per_page: 2 });
    expect(first.meta).to.include({ total: 7, pages: 4 });
    const second = await inventoryPage(api, token, { per_page: 2, ...afterPage(first) });
    expect(second.meta).to.include({ total: 'unknown', pages: null, has_more: true });
  });

  // docs/interface.md#rout_inventory_list-3
  it('stores totals again when Redis is back', async () => {
    await relay.up();
    await eventually('the connection', () => api.deps.redis.status === 'ready');
    const first = await inventoryPage(api, token, { per_page: 2 });
    const second = await inventoryPage(api, token, { per_page: 2, ...afterPage(first) });
    expect(namesIn(second)).to.deep.equal(['b', 'b']);
    expect(second.meta).to.include({ total: 7 });
  });
});
