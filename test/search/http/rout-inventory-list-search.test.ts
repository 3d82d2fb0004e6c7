import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { makePart } from '../../fixtures/records/device.js';
import { makeNetwork, makeTag } from '../../fixtures/records/organisation.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';
import { afterPage, inventoryPage, namesIn, type PageQuery } from '../../fixtures/inventory-pages.js';

const heard = (secondsAgo: number) => ({ lastHeartbeatAt: new Date(Date.now() - secondsAgo * 1000) });

describe('rout_inventory_list search for up and down', () => {
  let fixture: DeviceFixture;

  before(async () => {
    fixture = await deviceFixture();
    const states = [heard(1), heard(86_400), {}, heard(1), heard(86_400), heard(1)];
    for (const [index, state] of states.entries()) await fixture.device({ name: `d${index}`, state });
  });

  const page = (query: PageQuery) => inventoryPage(fixture.api, fixture.admin.token, query);

  // docs/interface.md#rout_inventory_list-1
  it('keeps only the rows of devices in that state', async () => {
    expect(namesIn(await page({ search: 'up' }))).to.deep.equal(['d0', 'd3', 'd5']);
    expect(namesIn(await page({ search: 'down' }))).to.deep.equal(['d1', 'd4']);
    expect(namesIn(await page({ search: { value: ' up ' } }))).to.deep.equal(['d0', 'd3', 'd5']);
  });

  // docs/interface.md#rout_inventory_list-1
  it('filters only the returned rows: pages get shorter and totals do not change', async () => {
    const first = await page({ search: 'up', per_page: 2 });
    expect(namesIn(first)).to.deep.equal(['d0']);
    expect(first).to.include({ recordsTotal: 6, recordsFiltered: 6 });
    expect(first.meta).to.include({ count: 1, total: 6, pages: 3, has_more: true, next: 2 });
    const second = await page({ search: 'up', per_page: 2, ...afterPage(first) });
    expect(namesIn(second)).to.deep.equal(['d3']);
    const third = await page({ search: 'up', per_page: 2, page: 3 });
    expect(namesIn(third)).to.deep.equal(['d5']);
    expect(third.meta).to.include({ has_more: false, total: 6 });
  });

  // docs/interface.md#rout_inventory_list-1
  it('links an empty page to the next one', async () => {
    const { data, meta } = await page({ search: 'down', per_page: 1 });
    expect(data).to.deep.equal([]);
    expect(meta).to.include({ count: 0, has_more: true, next: 2, total: 6 });
  });

  // docs/interface.md#rout_inventory_list-1
  it('treats any text except exactly up or down as a search', async () => {
    await fixture.device({ name: 'Upper floor, UP' });
    for (const search of ['UP', 'Up', 'upper', 'up floor']) {
      expect(namesIn(await page({ search })), search).to.deep.equal(['Upper floor, UP']);
    }
  });
});

describe('rout_inventory_list search', () => {
  let fixture: DeviceFixture;
  let wanted: TestDevice;

  before(async () => {
    fixture = await deviceFixture();
    wanted = await fixture.device({
      name: 'Réception Nord',
      macId: `02:AB:CD:${String(fixture.org).padStart(6, '0').slice(-6).replace(/../g, '$&:').slice(0, 8)}`,
      routerSerialNumber: 'SER-77/x',
      firmwareVersion: '7.4.1-rc',
      network: await makeNetwork(fixture.api.deps, fixture.org, { networkName: 'Gare de Lyon' }),
      part: await makePart(fixture.api.deps, { name: 'AF-1200 Outdoor' }),
      tags: [await makeTag(fixture.api.deps, fixture.org, 'VoIP phones')],
    });
    for (let number = 0; number < 3; number += 1) await fixture.device({ name: `other ${number}` });
  });

  const find = async (search: unknown): Promise<number[]> => {
    const { data } = await inventoryPage(fixture.api, fixture.admin.token, { search });
    return data.map(({ id }) => id);
  };

  // docs/interface.md#rout_inventory_list-search
  it('finds a substring of each field in any case', async () => {
    for (const text of ['réCEPTION', 'er-77/', '4.1-RC', 'gare DE', 'f-1200 out', 'oip PHONE']) {
      expect(await find(text), text).to.deep.equal([wanted._id]);
    }
  });

  // docs/interface.md#rout_inventory_list-search
  it('finds the MAC with and without separators, whole and in part', async () => {
    const { macId } = wanted;
    const bare = macId.replaceAll(':', '');
    const dotted = bare.replace(/(....)(....)(....)/, '$1.$2.$3');
    for (const text of [macId, macId.toLowerCase(), macId.replaceAll(':', '-'), bare, dotted]) {
      expect(await find(text), text).to.deep.equal([wanted._id]);
    }
    const dashed = macId.replaceAll(':', '-');
    for (const part of [macId.slice(3, 14), bare.slice(1, 10), dashed.slice(3, 14), dotted.slice(2, 12)]) {
      expect(await find(part), part).to.include(wanted._id);
    }
  });

  // docs/interface.md#rout_inventory_list-search
  it('requires every word, in any field and order', async () => {
    expect(await find('phones lyon nord')).to.deep.equal([wanted._id]);
    expect(await find('phones lyon south')).to.deep.equal([]);
    expect(await find('Nord Gare')).to.deep.equal([wanted._id]);
    expect(await find('NordGare')).to.deep.equal([]);
  });

  // docs/interface.md#rout_inventory_list-search
  it('accepts a text or an object with value, trimmed, and finds everything for a blank one', async () => {
    for (const search of ['  lyon\t', { value: ' lyon ' }, { value: 'lyon', regex: 'false' }]) {
      expect(await find(search), JSON.stringify(search)).to.deep.equal([wanted._id]);
    }
    for (const search of ['', '   ', { value: '' }, {}]) {
      expect(await find(search), JSON.stringify(search)).to.have.length(4);
    }
  });

  // docs/interface.md#rout_inventory_list-search
  it('treats patterns and operators as text', async () => {
    for (const search of ['.*', 'ly[o]n', '^r', '\\', '%', '_']) {
      expect(await find(search), search).to.deep.equal([]);
    }
  });

  // docs/interface.md#rout_inventory_list-search
  it('limits rows, totals and pages to the hits', async () => {
    const query = { search: 'OTHER', per_page: 2 };
    const first = await inventoryPage(fixture.api, fixture.admin.token, query);
    expect(namesIn(first)).to.deep.equal(['other 0', 'other 1']);
    expect(first.meta).to.include({ total: 3, pages: 2, has_more: true });
    const second = await inventoryPage(fixture.api, fixture.admin.token, { ...query, page: 2 });
    expect(namesIn(second)).to.deep.equal(['other 2']);
  });
});
