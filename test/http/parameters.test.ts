import { expect } from 'chai';
import { tomorrow, upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

const BEYOND = '9007199254740993';
const HUGE = '99999999999999999999999';
const LIST = '/v1/access_points/list_inventory';
const SEARCH = '/v1/access_points/rout_inventory_list';
const TABLE = '/upgrades/upgrade_list';

describe('parameters', () => {
  let fixture: UpgradeFixture;
  before(async () => {
    fixture = await upgradeFixture();
    for (let count = 0; count < 3; count += 1) await fixture.device();
  });

  const form = (pairs: readonly (readonly [name: string, value: string])[]): URLSearchParams =>
    new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]));

  // docs/http.md#requests-2
  it('accept 10,000 entries of upgrade[aps][] in a form, as in JSON, and refuse 10,001', async () => {
    const device = await fixture.device();
    const aps = (count: number): string[] => Array<string>(count).fill(`AP:${device._id}`);
    const asForm = (count: number): URLSearchParams =>
      form(aps(count).map((entry) => ['upgrade[aps][]', entry]));
    for (const body of [asForm(10_000), { upgrade: { aps: aps(10_000) } }]) {
      const reply = await fixture.call('POST', '/upgrades', { body });
      expect(reply.status, reply.text).to.equal(200);
    }
    for (const body of [asForm(10_001), { upgrade: { aps: aps(10_001) } }])
      expect((await fixture.call('POST', '/upgrades', { body })).status).to.equal(422);
  });

  // docs/http.md#requests-2
  it('accept a DataTables query of 300 columns', async () => {
    const columns = Array.from({ length: 300 }, (_, index): [string, string][] => [
      [`columns[${index}][data]`, index === 299 ? 'id' : `column_${index}`],
      [`columns[${index}][name]`, ''],
      [`columns[${index}][searchable]`, 'true'],
      [`columns[${index}][orderable]`, 'true'],
      [`columns[${index}][search][value]`, ''],
    ]).flat();
    const query = form([...columns, ['order[0][column]', '299'], ['draw', '7']]);
    const path = `${TABLE}?${decodeURIComponent(query.toString()).replaceAll(' ', '+')}`;
    expect(path.length).to.be.within(32_000, 64_000);
    const reply = await fixture.call('GET', path);
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.body).to.include({ draw: 7 });
  });

  // docs/http.md#requests-3
  it('are refused above the limit, not truncated', async () => {
    const padding = Array.from({ length: 20_000 }, (_, index): [string, string] => [`p${index}`, '1']);
    const reply = await fixture.call('POST', SEARCH, { body: form([...padding, ['per_page', '1']]) });
    expect(reply.status, reply.text).to.equal(413);
    const taken = await fixture.call('POST', SEARCH, {
      body: form([...padding.slice(1), ['per_page', '1']]),
    });
    expect(taken.body).to.have.nested.property('meta.count', 1);
  });

  // docs/http.md#requests-4
  it('accept only digits as an id in a path', async () => {
    const device = await fixture.device();
    await fixture.post({ aps: [`AP:${device._id}`], schedule_type: 'later', schedule_at: tomorrow() });
    // No other test reserves so high an id.
    const id = 9_000_000_000;
    await fixture.api.deps.mongo.models.upgrades.deleteOne({ _id: id });
    const made = await fixture.api.deps.mongo.models.upgrades
      .findOne({ routerInventoryId: device._id })
      .lean();
    await fixture.api.deps.mongo.models.upgrades.collection.insertOne({
      ...made,
      _id: id,
      routerInventoryId: 0,
      status: 'Success',
    } as never);
    expect((await fixture.call('GET', `/upgrades/${id}`)).status).to.equal(200);
    for (const spelling of ['9e9', `${id}.0`, `%20${id}`, `${id}%20`, `+${id}`, '0x218711A00'])
      expect((await fixture.call('GET', `/upgrades/${spelling}`)).status, spelling).to.equal(404);
  });

  // docs/http.md#requests-4
  it('match no record with an id above 2^53', async () => {
    for (const id of [BEYOND, HUGE]) {
      for (const path of [
        `/upgrades/${id}`,
        `/v1/network_ssids/${id}`,
        `/v1/list_network_ssids?network_id=${id}`,
      ])
        expect((await fixture.call('GET', path)).status, path).to.equal(404);
      const ssid = { network_id: id, network_ssid: { ssid_name: 'x' } };
      expect((await fixture.call('POST', '/v1/network_ssids', { body: ssid })).body).to.include({
        error_code: 1001,
      });
      const device = await fixture.device();
      const configuration = { mac_ids: device.macId, init_template_id: id };
      const reply = await fixture.call('PUT', '/v1/access_points/apply_configuration', {
        body: configuration,
      });
      expect(reply.body).to.include({ error_code: 1014 });
    }
  });

  // docs/http.md#requests-4
  it('cap a page size above 2^53', async () => {
    for (const size of [BEYOND, HUGE]) {
      const list = await fixture.call('GET', `${LIST}?per_page=${size}`);
      expect(list.body).to.have.nested.property('data.meta.per_page', 1000);
      expect((await fixture.call('GET', `${SEARCH}?per_page=${size}`)).status).to.equal(200);
      expect((await fixture.call('GET', `/upgrades?per_page=${size}`)).status).to.equal(200);
      const from = await fixture.call('GET', `${TABLE}?start=1&length=1`);
      const all = await fixture.call('GET', `${TABLE}?start=1&length=${size}`);
      const { recordsTotal, data } = all.body as { recordsTotal: number; data: { id: number }[] };
      expect(data).to.have.lengthOf(recordsTotal - 1);
      expect(data[0]).to.deep.equal((from.body as { data: unknown[] }).data[0]);
    }
  });

  // docs/interface.md#upgrade_list-failure
  it('answer {error} to an unreadable (400) or too large (413) body of upgrade_list', async () => {
    const headers = { 'Content-Type': 'application/json' };
    for (const [body, status] of [
      ['{"draw":', 400],
      [`{"draw":"${'x'.repeat(1024 * 1024)}"}`, 413],
    ] as const) {
      const reply = await fixture.call('POST', TABLE, { body, headers });
      expect(reply.status).to.equal(status);
      expect(reply.body).to.have.all.keys('error');
    }
  });
});
