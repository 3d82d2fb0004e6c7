import { expect } from 'chai';
import { listPrefix } from '../../../shared/search/stores/page-cache.js';
import { removeDevicesEndpoint } from '../../../api/assignment/remove-devices.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import { eventually } from '../../fixtures/eventually.js';
import { afterPage, inventoryPage, namesIn, type PageQuery } from '../../fixtures/inventory-pages.js';

const LIFETIME_S = 30 * 60;

describe('rout_inventory_list stored cursors and totals', () => {
  let fixture: DeviceFixture;
  let first: TestDevice;

  beforeEach(async () => {
    fixture = await deviceFixture();
    const devices: TestDevice[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      devices.push(await fixture.device({ name, routerSerialNumber: name }));
    first = devices[0] as TestDevice;
  });

  const page = (query: PageQuery, token = fixture.admin.token) =>
    inventoryPage(fixture.api, token, { per_page: 2, ...query });
  const names = async (query: PageQuery, token?: string) => namesIn(await page(query, token));
  const storedKeys = () => fixture.api.deps.redis.keys(`${listPrefix(fixture.org)}*`);

  /** Reads page 1, then removes its first device: the stored cursor and a count of rows now give different pages 2. */
  async function shift(query: PageQuery = {}): Promise<void> {
    expect(await names(query)).to.deep.equal(['a', 'b']);
    const reply = await fixture.ask(removeDevicesEndpoint, { devices: [first.macId] });
    expect(reply.status, reply.text).to.equal(200);
  }

  // docs/interface.md#rout_inventory_list-2
  it('begins a page above 1 at the end of the previous page as it was read', async () => {
    await shift();
    expect(await names({ page: 2 })).to.deep.equal(['c', 'd']);
    expect(await names({ page: 3 })).to.deep.equal(['e', 'f']);
  });

  // docs/interface.md#rout_inventory_list-2
  it('shares the stored cursor among all users with the same scope', async () => {
    await shift();
    const { token } = await fixture.user({ role: 'viewer' });
    expect(await names({ page: 2 }, token)).to.deep.equal(['c', 'd']);
  });

  // docs/interface.md#rout_inventory_list-2
  it('prefers search_after to the stored cursor', async () => {
    const third = await page({ page: 3, per_page: 1 });
    await shift();
    expect(await names({ page: 2, ...afterPage(third) })).to.deep.equal(['d', 'e']);
  });

  const elsewhere: readonly (readonly [what: string, query: PageQuery, expected: readonly string[]])[] = [
    ['search', { search: 'PN-' }, ['d', 'e']],
    ['sort_column', { sort_column: 'router_serial_number' }, ['d', 'e']],
    ['sort_direction', { sort_direction: 'desc' }, ['d', 'c']],
    ['per_page', { per_page: 3 }, ['e', 'f']],
  ];
  for (const [what, query, expected] of elsewhere) {
    // docs/interface.md#rout_inventory_list-2
    it(`does not use a cursor stored for another ${what}`, async () => {
      await shift();
      expect(await names({ ...query, page: 2 })).to.deep.equal(expected);
    });
  }

  // docs/interface.md#rout_inventory_list-2
  it('does not use a cursor stored for another scope', async () => {
    await shift();
    const { token } = await fixture.user({ networks: [{ id: fixture.network._id, access: 'full' }] });
    expect(await names({ page: 2 }, token)).to.deep.equal(['d', 'e']);
  });

  // docs/interface.md#rout_inventory_list-2
  // docs/http.md#limits-lifetime
  it('keeps cursors and totals for 30 minutes', async () => {
    const opened = await page({ search: 'PN-' });
    const keys = await storedKeys();
    expect(keys.map((key) => key.split(':').slice(4).join(':'))).to.have.members(['total', 'page:2']);
    for (const key of keys) {
      expect(await fixture.api.deps.redis.ttl(key)).to.be.within(LIFETIME_S - 600, LIFETIME_S);
      await fixture.api.deps.redis.pexpire(key, 1);
    }
    await eventually('the end of what was stored', async () => (await storedKeys()).length === 0);
    expect((await page({ search: 'PN-', ...afterPage(opened) })).meta).to.include({ total: 'unknown' });
  });

  // docs/interface.md#rout_inventory_list-2
  it('answers a page whose cursor has expired', async () => {
    await shift();
    await fixture.api.deps.redis.del(await storedKeys());
    const { data, meta } = await page({ page: 2 });
    expect(data.map(({ name }) => name)).to.deep.equal(['d', 'e']);
    expect(meta).to.include({ current: 2, previous: 1, next: 3, total: 5, pages: 3, has_more: true });
    expect(await names({ page: 3 })).to.deep.equal(['f']);
    expect(await names({ page: 4 })).to.deep.equal([]);
  });

  // docs/interface.md#rout_inventory_list-3
  it('recomputes the total without search_after', async () => {
    for (const search of ['', 'PN-']) {
      const before = (await page({ search })).meta.total as number;
      await fixture.device({ name: 'g' });
      expect((await page({ search })).meta.total).to.equal(before + 1);
      expect((await page({ search, page: 2 })).meta.total).to.equal(before + 1);
    }
  });

  // docs/interface.md#rout_inventory_list-3
  it('uses the stored total of the same list with search_after', async () => {
    for (const search of ['', 'PN-']) {
      const opened = await page({ search });
      const total = opened.meta.total as number;
      await fixture.device({ name: 'g' });
      expect((await page({ search, ...afterPage(opened) })).meta).to.include({
        total,
        pages: Math.ceil(total / 2),
      });
      const other = await page({ search, per_page: 4, ...afterPage(opened) });
      expect(other.meta).to.include({ total: 'unknown', pages: null });
      expect(other).to.include({ recordsTotal: 4, recordsFiltered: 4 });
    }
  });

  // docs/interface.md#rout_inventory_list-5
  it('stores the next cursor for page + 1 only when there is a next page', async () => {
    const pages = async () =>
      (await storedKeys()).filter((key) => key.includes(':page:')).map((key) => key.split(':').at(-1));
    await page({ per_page: 6 });
    expect(await pages()).to.deep.equal([]);
    const opened = await page({});
    expect(await pages()).to.have.members(['2']);
    await page({ page: 2, ...afterPage(opened) });
    expect(await pages()).to.have.members(['2', '3']);
    await page({ page: 3 });
    expect(await pages()).to.have.members(['2', '3']);
  });

  // docs/interface.md#rout_inventory_list-5
  it('stores no cursor when search_after does not begin where the page number does', async () => {
    const third = await page({ page: 3, per_page: 1 });
    await names(afterPage(third));
    expect(await names({ page: 2 })).to.deep.equal(['c', 'd']);
  });
});
