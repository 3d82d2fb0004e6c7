import { expect } from 'chai';
import { routInventoryListEndpoint } from '../../../api/search/rout-inventory-list.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import { makeDevices } from '../../fixtures/records/device.js';
import { afterPage, inventoryPage, namesIn, type PageQuery } from '../../fixtures/inventory-pages.js';

const DEVICES = 13;

describe('rout_inventory_list parameters', () => {
  let fixture: DeviceFixture;

  before(async () => {
    fixture = await deviceFixture();
    // Names descend while ids ascend, so that the two orders differ.
    await makeDevices(fixture.api.deps, fixture.org, DEVICES, (index) => ({
      name: `n${String(DEVICES - index).padStart(2, '0')}`,
      part: fixture.part,
      network: fixture.network,
    }));
  });

  const page = (query: PageQuery) => inventoryPage(fixture.api, fixture.admin.token, query);

  for (const [per_page, used] of [
    [undefined, 10],
    ['', 10],
    [0, 10],
    [-3, 10],
    [1, 1],
    [12, 12],
  ] as const) {
    // docs/interface.md#rout_inventory_list-per_page
    it(`returns ${used} rows for per_page ${per_page ?? 'none'}`, async () => {
      const { data, meta } = await page(per_page === undefined ? {} : { per_page });
      expect(data).to.have.length(used);
      expect(meta).to.include({ pages: Math.ceil(DEVICES / used), count: used });
    });
  }

  // docs/interface.md#rout_inventory_list-per_page
  it('lowers a per_page beyond 2^53 to 500', async () => {
    for (const per_page of ['9007199254740993', '99999999999999999999999']) {
      const { meta } = await page({ per_page });
      expect(meta.pages).to.equal(1);
    }
  });

  // docs/interface.md#rout_inventory_list-per_page
  // docs/http.md#limits-rout_inventory_list
  it('lowers per_page to 500 and counts pages by that', async () => {
    const large = await deviceFixture();
    await makeDevices(large.api.deps, large.org, 501, () => ({ part: large.part, network: large.network }));
    const { data, meta } = await inventoryPage(large.api, large.admin.token, { per_page: 501 });
    expect(data).to.have.length(500);
    expect(meta).to.include({ pages: 2, has_more: true });
  });

  for (const asked of [undefined, '', 0, -1, 1]) {
    // docs/interface.md#rout_inventory_list-page
    it(`reads page ${asked === undefined ? 'none' : `"${asked}"`} as page 1`, async () => {
      const { data, meta } = await page({ per_page: 2, ...(asked === undefined ? {} : { page: asked }) });
      expect(data.map(({ name }) => name)).to.deep.equal(['n01', 'n02']);
      expect(meta).to.include({ current: 1, previous: null, next: 2 });
    });
  }

  // docs/interface.md#rout_inventory_list-page
  it('returns no rows and the total for a page far past the end', async () => {
    const { data, meta } = await page({ page: 1_000_000 });
    expect(data).to.deep.equal([]);
    expect(meta).to.include({
      current: 1_000_000,
      previous: 999_999,
      next: null,
      total: DEVICES,
      has_more: false,
    });
  });

  // docs/interface.md#rout_inventory_list-sort_column
  it('sorts by name for a missing, blank or unknown sort_column', async () => {
    for (const query of [{}, { sort_column: '' }, { sort_column: 'nothing' }, { sort_column: 'toString' }]) {
      expect(namesIn(await page({ ...query, per_page: 3 }))).to.deep.equal(['n01', 'n02', 'n03']);
    }
  });

  // docs/interface.md#rout_inventory_list-sort_direction
  it('descends for desc and ascends for any other sort_direction', async () => {
    for (const sort_direction of ['asc', '', 'descending', 'up']) {
      expect(namesIn(await page({ sort_direction, per_page: 2 })), sort_direction).to.deep.equal([
        'n01',
        'n02',
      ]);
    }
    for (const sort_direction of ['desc', 'DESC']) {
      expect(namesIn(await page({ sort_direction, per_page: 2 })), sort_direction).to.deep.equal([
        'n13',
        'n12',
      ]);
    }
  });

  // docs/interface.md#rout_inventory_list-sort_direction
  it('orders equal values by id, in the same direction', async () => {
    const ids = async (sort_direction: string) =>
      (await page({ sort_column: 'hp_name', sort_direction, per_page: 20 })).data.map(({ id }) => id);
    const ascending = await ids('asc');
    expect(ascending).to.deep.equal([...ascending].sort((a, b) => a - b));
    expect(await ids('desc')).to.deep.equal(ascending.reverse());
  });

  // docs/interface.md#rout_inventory_list-search_after
  it('begins after the search_after from meta, sent as JSON text', async () => {
    const first = await page({ per_page: 2 });
    const second = await page({ per_page: 2, ...afterPage(first) });
    expect(namesIn(second)).to.deep.equal(['n03', 'n04']);
    for (const search_after of ['', undefined]) {
      const none = search_after === undefined ? {} : { search_after };
      expect(namesIn(await page({ per_page: 2, ...none }))).to.deep.equal(['n01', 'n02']);
    }
  });

  // docs/interface.md#rout_inventory_list-search_after
  it('answers 422 with 1103 for a search_after that is malformed or of another order', async () => {
    const { meta } = await page({ per_page: 2 });
    const [value, id] = meta.next_search_after ?? ['', 0];
    const faulty = [
      'text',
      '{}',
      'null',
      '[]',
      '["n02"]',
      JSON.stringify(['n02', id]),
      JSON.stringify([value, id + 1]),
      JSON.stringify([`${value}x`, id]),
      JSON.stringify([value, String(id)]),
      JSON.stringify([value, id, 1]),
      JSON.stringify([{ $gt: '' }, id]),
    ].map((search_after): PageQuery => ({ search_after }));
    const ofAnotherOrder = { sort_column: 'mac_id', search_after: JSON.stringify([value, id]) };
    for (const query of [...faulty, ofAnotherOrder]) {
      const reply = await fixture.ask(routInventoryListEndpoint, query);
      expect(reply.status, JSON.stringify(query)).to.equal(422);
      expect(reply.body).to.have.all.keys('msg', 'error_code').and.include({ error_code: 1103 });
    }
  });

  // docs/interface.md#rout_inventory_list-page_token
  it('echoes page_token as sent, and null for none', async () => {
    for (const page_token of ['abc', '', '7', '<b> & ünï', '5f0c-…']) {
      expect((await page({ page_token })).meta.page_token).to.equal(page_token);
    }
    expect((await page({})).meta.page_token).to.equal(null);
  });

  // docs/interface.md#rout_inventory_list-draw
  it('echoes draw as an integer, and null for none', async () => {
    expect((await page({ draw: '7' })).draw).to.equal(7);
    expect((await page({ draw: 0 })).draw).to.equal(0);
    expect((await page({})).draw).to.equal(null);
  });

  for (const [route, as] of [
    [0, 'query'],
    [1, 'query'],
    [1, 'json'],
    [1, 'form'],
  ] as const) {
    it(`accepts every parameter by ${route === 0 ? 'GET' : 'POST'} as ${as}`, async () => {
      const first = await page({ per_page: 2, search: 'n', sort_direction: 'desc' });
      const query = {
        per_page: 2,
        page: 2,
        sort_column: 'name',
        sort_direction: 'desc',
        search: { value: 'n' },
        page_token: 'token',
        draw: 3,
        ...afterPage(first),
      };
      const body = await inventoryPage(fixture.api, fixture.admin.token, query, { route, as });
      expect(namesIn(body)).to.deep.equal(['n11', 'n10']);
      expect(body).to.include({ draw: 3, recordsTotal: DEVICES });
      expect(body.meta).to.include({ page_token: 'token', current: 2, next: 3 });
    });
  }

  for (const query of [
    { per_page: 'many' },
    { page: { $gt: 0 } },
    { draw: 'x' },
    { search: { value: { $ne: null } } },
    { search: ['a', 'b'] },
    { sort_column: { $gt: '' } },
    { search_after: { value: 1 } },
    { page_token: ['a'] },
  ]) {
    it(`answers 422 with 1103 for ${JSON.stringify(query)}`, async () => {
      const reply = await fixture.ask(routInventoryListEndpoint, query);
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1103 });
    });
  }
});
