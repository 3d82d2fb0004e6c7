import { expect } from 'chai';
import { versionSortKey } from '../../../shared/platform/values/firmware-version.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { tomorrow, upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

interface Table {
  draw: number | null;
  recordsTotal: number;
  recordsFiltered: number;
  data: (Record<string, unknown> & { id: number })[];
}

const COLUMNS = [
  'id',
  'version',
  'mac_id',
  'aps',
  'schedule_at',
  'status',
  'created_at',
  'updated_at',
  'device_names',
];
const columns = COLUMNS.map((data) => ({ data }));

/** More than a batch. */
const MANY = 1200;

function never(): never {
  throw new Error('There is no upgrade');
}

describe('upgrade_list', () => {
  let fixture: UpgradeFixture;
  let devices: TestDevice[];
  let ids: number[];
  let dueAt: string;

  before(async () => {
    fixture = await upgradeFixture();
    devices = [];
    dueAt = tomorrow();
    for (const name of ['Zebra', 'alpha (lobby)', 'MANGO [x]', 'delta', 'Ωmega'])
      devices.push(await fixture.device({ name }));
    for (const [index, device] of devices.entries()) {
      const zone = ['UTC', 'Europe/Berlin', 'Asia/Kolkata'][index % 3];
      await fixture.post({
        aps: [`AP:${device._id}`],
        schedule_type: 'later',
        schedule_at: dueAt,
        time_zone: zone,
        upgrade_type: 'manual',
        version: index === 0 ? '1.9.0' : '1.10.0',
      });
    }
    ids = (await Promise.all(devices.map((device) => fixture.pending(device)))).map(
      (upgrade) => upgrade?._id ?? 0,
    );
    await fixture.set(ids[3] ?? 0, { status: 'Success' });
    // Otherwise the upgrades would be updated in the order in which they were created.
    await fixture.set(ids[2] ?? 0, { updatedAt: new Date('2026-01-01T00:00:00Z') });
  });

  async function table(body: Record<string, unknown>): Promise<Table> {
    const reply = await fixture.call('POST', '/upgrades/upgrade_list.json', { body });
    expect(reply.status).to.equal(200);
    return reply.body;
  }
  const idsOf = (answer: Table): number[] => answer.data.map((row) => row.id);
  const sorted = (column: string, dir: string): Promise<Table> =>
    table({ columns, order: [{ column: COLUMNS.indexOf(column), dir }] });

  // docs/interface.md#upgrade_list-response
  it('answers the sent draw, the totals, and rows with every field', async () => {
    const answer = await table({ draw: '17' });
    expect([answer.draw, answer.recordsTotal, answer.recordsFiltered]).to.deep.equal([17, 5, 5]);
    const row = answer.data.find((entry) => entry.id === ids[0]);
    expect(Object.keys(row ?? {})).to.have.members(
      'id version aps mac_id device_names router_inventory_ids schedule_type schedule_at time_zone status created_at updated_at'.split(
        ' ',
      ),
    );
    const [zebra] = devices;
    expect(row).to.deep.include({
      mac_id: [zebra?.macId],
      device_names: ['Zebra'],
      router_inventory_ids: [zebra?._id],
      status: 'Pending',
      time_zone: 'UTC',
    });
  });

  // docs/interface.md#upgrade_list-1
  it('sorts by each allowed name', async () => {
    for (const name of COLUMNS.slice(0, -1)) {
      const values = (await sorted(name, 'asc')).data.map((row) =>
        name === 'mac_id' ? String(row['mac_id']) : row[name],
      );
      // Devices are compared by their ids, times as instants, versions by their parts.
      const key = (value: unknown): string | number => {
        if (typeof value === 'number') return value;
        if (name === 'aps') return Number(String(value).slice('AP:'.length));
        if (name.endsWith('_at')) return new Date(String(value)).getTime();
        if (name === 'version') return versionSortKey(String(value));
        return String(value);
      };
      const keys = values.map(key);
      expect(keys, name).to.deep.equal([...keys].sort((a, b) => (a < b ? -1 : Number(a > b))));
    }
  });

  // docs/interface.md#upgrade_list-1
  it('ignores an unknown name, and an order without columns', async () => {
    const newestFirst = [...ids].reverse();
    expect(idsOf(await sorted('device_names', 'asc'))).to.deep.equal(newestFirst);
    expect(idsOf(await table({ order: [{ column: 0, dir: 'asc' }] }))).to.deep.equal(newestFirst);
    expect(idsOf(await table({ columns, order: [{ column: 'x', dir: 'asc' }] }))).to.deep.equal(newestFirst);
  });

  // docs/interface.md#upgrade_list-1
  it('accepts order as an object, and nested names in the query', async () => {
    expect(idsOf(await table({ columns, order: { 0: { column: 0, dir: 'asc' } } }))).to.deep.equal(ids);
    const query = { 'order[0][column]': 0, 'order[0][dir]': 'asc', 'columns[0][data]': 'id', draw: 2 };
    const reply = await fixture.call('GET', '/upgrades/upgrade_list', { query });
    expect(idsOf(reply.body)).to.deep.equal(ids);
  });

  // docs/interface.md#upgrade_list-1
  it('reads a sort column beyond the twentieth', async () => {
    const many: Record<string, string | number> = { 'order[0][column]': 40, 'order[0][dir]': 'asc' };
    for (let index = 0; index <= 40; index += 1)
      many[`columns[${index}][data]`] = index === 40 ? 'id' : 'other';
    const reply = await fixture.call('GET', '/upgrades/upgrade_list', { query: many });
    expect(idsOf(reply.body)).to.deep.equal(ids);
  });

  // docs/http.md#requests-10
  it('finds a column by its index when the query leaves others out', async () => {
    const query = {
      'order[0][column]': 7,
      'order[0][dir]': 'asc',
      'columns[7][data]': 'id',
      'columns[2][data]': 'x',
    };
    const reply = await fixture.call('GET', '/upgrades/upgrade_list', { query });
    expect(idsOf(reply.body)).to.deep.equal(ids);
  });

  // docs/interface.md#upgrade_list-2
  it('sorts descending for desc, and ascending for any other direction', async () => {
    expect(idsOf(await sorted('id', 'desc'))).to.deep.equal([...ids].reverse());
    expect(idsOf(await sorted('id', 'DESC'))).to.deep.equal(ids);
  });

  // docs/interface.md#upgrade_list-3
  it('pages only with both start and length, and answers all rows for -1', async () => {
    const order = { columns, order: [{ column: 0, dir: 'asc' }] };
    expect(idsOf(await table({ ...order, start: 1, length: 2 }))).to.deep.equal(ids.slice(1, 3));
    expect(idsOf(await table({ ...order, start: 1 }))).to.deep.equal(ids);
    expect(idsOf(await table({ ...order, length: 2 }))).to.deep.equal(ids);
    expect(idsOf(await table({ ...order, start: 2, length: -1 }))).to.deep.equal(ids.slice(2));
  });

  // docs/interface.md#upgrade_list-3
  it('answers all of more than a thousand rows without start and length, in any order, also by search', async () => {
    const own = await upgradeFixture(fixture.api);
    const { models } = fixture.api.deps.mongo;
    await own.post({
      aps: [`AP:${(await own.device())._id}`],
      schedule_type: 'later',
      schedule_at: tomorrow(),
    });
    const { _id: _, ...sample } =
      (await models.upgrades.findOne({ organisationId: own.org }).lean()) ?? never();
    const first = await fixture.api.deps.stores.ids.reserve('upgrades', MANY);
    const records = Array.from({ length: MANY }, (__, at) => ({
      ...sample,
      _id: first + at,
      routerInventoryId: sample.routerInventoryId + at + 1,
      scheduleId: sample.scheduleId + at + 1,
      // Ties in every order but that of ids.
      createdAt: new Date(sample.createdAt.getTime() + Math.floor(at / 700)),
      status: ['Success', 'Failed', 'Skipped', 'Cancelled'][at % 4],
      searchText: at % 2 === 0 ? 'even' : 'odd',
    }));
    await models.upgrades.collection.insertMany(records as never[]);
    const all = async (query: Record<string, unknown>): Promise<Table> => {
      const reply = await own.call('POST', '/upgrades/upgrade_list', { body: { columns, ...query } });
      expect(reply.status, reply.text.slice(0, 200)).to.equal(200);
      return reply.body;
    };
    for (const [column, dir] of [
      ['created_at', 'desc'],
      ['status', 'asc'],
    ] as const) {
      const order = [{ column: COLUMNS.indexOf(column), dir }];
      const { data, recordsTotal, recordsFiltered } = await all({ order });
      expect([data.length, recordsTotal, recordsFiltered]).to.deep.equal([MANY + 1, MANY + 1, MANY + 1]);
      expect(new Set(data.map(({ id }) => id)).size).to.equal(MANY + 1);
      const pages = [];
      for (let start = 0; start <= MANY; start += 1000)
        pages.push(...idsOf(await all({ order, start, length: 1000 })));
      expect(idsOf({ data } as Table), `${column} ${dir}`).to.deep.equal(pages);
    }
    const even = await all({ search: 'even' });
    expect([even.data.length, even.recordsFiltered]).to.deep.equal([MANY / 2, MANY / 2]);
    // Without JSON nothing reads the rows, and their place among the long lists is free again.
    for (let sent = 0; sent < 3; sent += 1) {
      const { status } = await own.call('GET', '/upgrades/upgrade_list', {
        headers: { Accept: 'text/html' },
      });
      expect(status).to.equal(303);
    }
    expect((await all({})).data).to.have.length(MANY + 1);
  });

  // docs/interface.md#upgrade_list-search
  it('searches for a case-insensitive substring of each of the eight fields, as shown', async () => {
    const [zebra] = devices;
    const found = async (search: unknown): Promise<number[]> => {
      const answer = await table({ search, columns, order: [{ column: 0, dir: 'asc' }] });
      expect(answer.recordsTotal).to.equal(5);
      expect(answer.recordsFiltered).to.equal(answer.data.length);
      return idsOf(answer);
    };
    const [first, second, third, fourth, fifth] = ids;
    // Only the version: "1.9" alone is also in the time 12:00:01.900.
    expect(await found('1.9.')).to.deep.equal([first]);
    expect(await found(`ap:${zebra?._id}`)).to.deep.equal([first]);
    expect(await found({ value: zebra?.macId.toLowerCase() })).to.deep.equal([first]);
    expect(await found({ value: 'ZEB' })).to.deep.equal([first]);
    expect(await found('(lobby)')).to.deep.equal([second]);
    expect(await found('[X]')).to.deep.equal([third]);
    expect(await found('ωME')).to.deep.equal([fifth]);
    expect(await found('+05:30')).to.deep.equal([third]);
    expect(await found('berlin')).to.deep.equal([second, fifth]);
    expect(await found('succ')).to.deep.equal([fourth]);
    expect(await found('pend')).to.deep.equal([first, second, third, fifth]);
    expect(await found(dueAt.slice(0, 10))).to.deep.equal(ids);
    expect(await found('no such thing')).to.deep.equal([]);
    expect(await found(`1.9.0\nap:${zebra?._id}`)).to.deep.equal([]);
  });

  // docs/interface.md#upgrade_list-response
  it('answers the same recordsFiltered for every page', async () => {
    const [all, none] = ['pend', 'no such thing'];
    for (const [search, hits] of [
      [all, 4],
      [none, 0],
    ] as const) {
      for (const [start, length] of [
        [0, 1],
        [0, 4],
        [0, 5],
        [2, 2],
        [3, 2],
        [4, 1],
        [4, 5],
        [9, 5],
      ] as const) {
        const answer = await table({ search, start, length });
        expect(answer.recordsFiltered, `${search} from ${start}, ${length} rows`).to.equal(hits);
        expect(answer.data).to.have.length(Math.min(length, Math.max(0, hits - start)));
      }
    }
  });

  // docs/interface.md#upgrade_list-search
  it('searches for any text, also text that is not a valid pattern', async () => {
    for (const search of ['a\u0000b', '\ud800', '(a+)+$', '\\', '['.repeat(200)]) {
      expect((await table({ search })).recordsFiltered, search).to.equal(0);
    }
  });

  it('ignores invalid values, and never runs a database operator', async () => {
    const answer = await table({
      search: { $ne: 'x' },
      start: { $gt: 0 },
      length: [],
      draw: {},
      order: 'x',
      columns: 7,
    });
    expect([answer.draw, answer.recordsFiltered, answer.data.length]).to.deep.equal([null, 5, 5]);
    const notText = { toString: 1, valueOf: null };
    expect((await table({ start: notText, length: notText })).data).to.have.length(5);
  });
});
