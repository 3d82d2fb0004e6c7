import { expect } from 'chai';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import { makeTag } from '../../fixtures/records/organisation.js';
import { afterPage, inventoryPage, type PageQuery } from '../../fixtures/inventory-pages.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('rout_inventory_list response', () => {
  let fixture: DeviceFixture;

  beforeEach(async () => {
    fixture = await deviceFixture();
  });

  const page = (query: PageQuery = {}) => inventoryPage(fixture.api, fixture.admin.token, query);
  const many = async (count: number) => {
    for (let number = 1; number <= count; number += 1) await fixture.device({ name: `n${number}` });
  };

  // docs/interface.md#rout_inventory_list-response
  it('has draw, both totals, rows and meta, and every field in a row', async () => {
    const tag = await makeTag(fixture.api.deps, fixture.org, 'lobby');
    const device = await fixture.device({
      name: 'Reception',
      tags: [tag],
      externalGuid: 'guid-1',
      firmwareVersion: '1.2.3',
      activatedOn: new Date('2026-03-04T23:06:07Z'),
      state: { lastHeartbeatAt: new Date('2026-11-02T05:06:08.999Z') },
    });
    const body = await page({ draw: 1 });
    expect(body).to.have.all.keys('draw', 'recordsTotal', 'recordsFiltered', 'data', 'meta');
    expect(body).to.include({ draw: 1, recordsTotal: 1, recordsFiltered: 1 });
    expect(body.data).to.deep.equal([
      {
        id: device._id,
        name: 'Reception',
        mac_id: device.macId,
        router_serial_number: device.routerSerialNumber,
        firmware_version: '1.2.3',
        network_name: fixture.network.networkName,
        tags: [{ id: tag._id, name: 'lobby' }],
        location_network_id: fixture.network._id,
        organisation_id: fixture.org,
        last_hb_on: '02/11/2026 05:06:08 +00:00',
        activated_on: '04/03/2026 23:06:07 +00:00',
        is_up: false,
        hp_name: fixture.part.name,
        external_guid: 'guid-1',
      },
    ]);
  });

  // docs/interface.md#rout_inventory_list-response
  it('shows null for last_hb_on and is_up before the first heartbeat, and for the network fields without a network', async () => {
    await fixture.device({ network: null, activatedOn: null });
    const [row] = (await page()).data;
    expect(row).to.include({
      last_hb_on: null,
      is_up: null,
      network_name: null,
      location_network_id: null,
      activated_on: null,
      external_guid: null,
    });
  });

  // docs/interface.md#rout_inventory_list-response
  it('sets is_up to true within DOWN_AFTER_S of the last heartbeat and to false afterwards', async () => {
    const { downAfterS } = fixture.api.deps.env;
    for (const [name, agoS] of [
      ['late', downAfterS + 30],
      ['fresh', downAfterS - 60],
    ] as const) {
      await fixture.device({ name, state: { lastHeartbeatAt: new Date(Date.now() - agoS * 1000) } });
    }
    const rows = (await page()).data.map(({ name, is_up }) => [name, is_up]);
    expect(rows).to.deep.equal([
      ['fresh', true],
      ['late', false],
    ]);
  });

  // docs/interface.md#rout_inventory_list-meta
  it('has every field of meta on the first, a middle and the last page', async () => {
    await many(5);
    const metas = [];
    for (const number of [1, 2, 3])
      metas.push((await page({ per_page: 2, page: number, page_token: 't' })).meta);
    const same = { page_token: 't', pages: 3, total: 5 };
    const [first, second, last] = metas.map(({ next_page_token: _, next_search_after: __, ...rest }) => rest);
    expect(first).to.deep.equal({ ...same, has_more: true, count: 2, current: 1, previous: null, next: 2 });
    expect(second).to.deep.equal({ ...same, has_more: true, count: 2, current: 2, previous: 1, next: 3 });
    expect(last).to.deep.equal({ ...same, has_more: false, count: 1, current: 3, previous: 2, next: null });
    expect(metas.map(({ next_search_after }) => next_search_after?.length ?? null)).to.deep.equal([
      2,
      2,
      null,
    ]);
  });

  // docs/interface.md#rout_inventory_list-meta
  it('sets pages to null and records to the rows when the total is unknown', async () => {
    await many(5);
    const opened = await page({ per_page: 2 });
    const body = await page({ per_page: 3, ...afterPage(opened) });
    expect(body).to.include({ recordsTotal: 3, recordsFiltered: 3 });
    expect(body.meta).to.deep.equal({
      page_token: null,
      next_page_token: null,
      next_search_after: null,
      has_more: false,
      count: 3,
      current: 1,
      previous: null,
      next: null,
      pages: null,
      total: 'unknown',
    });
  });

  // docs/interface.md#rout_inventory_list-meta
  it('has no pages for an inventory without devices', async () => {
    const { data, meta } = await page();
    expect(data).to.deep.equal([]);
    expect(meta).to.include({ has_more: false, count: 0, current: 1, next: null, pages: 0, total: 0 });
  });

  // docs/interface.md#rout_inventory_list-6
  it('has a new UUID as next_page_token when there is a next page, and null otherwise', async () => {
    await many(2);
    const tokens: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      const { meta } = await page({ per_page: 1, page_token: tokens.at(-1) ?? '' });
      expect(meta.next_page_token).to.match(UUID);
      tokens.push(meta.next_page_token ?? '');
    }
    expect(new Set(tokens).size).to.equal(3);
    for (const query of [{ per_page: 1, page: 2 }, { per_page: 2 }]) {
      expect((await page(query)).meta.next_page_token).to.equal(null);
    }
  });
});
