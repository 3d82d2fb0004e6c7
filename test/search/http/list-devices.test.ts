import { expect } from 'chai';
import { DEVICE_STATES } from '../../../shared/status/domain/heartbeat-time.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { linesOfCsv } from '../../fixtures/csv.js';
import { makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { sampleOf } from '../../fixtures/seed.js';
import { isFound } from '../../fixtures/search-oracle.js';
import { DEVICES, MINUTE, NOW, listedFleet, SORTS, type List, type ListedFleet } from './listed-fleet.js';

/** So many devices are counted, or compared with the filters. */
const MAX_COUNTED = 2000;
const MAX_HITS = 1000;

describe('GET /v1/devices', () => {
  let fleet: ListedFleet;
  let { api, token, devices, networks, tagId, rareTagId, parts, stateOf, list, all } = {} as ListedFleet;

  before(async () => {
    fleet = await listedFleet();
    ({ api, token, devices, networks, tagId, rareTagId, parts, stateOf, list, all } = fleet);
  });

  const FILTERS: readonly (readonly [
    string,
    () => Record<string, string | number>,
    (d: TestDevice) => boolean,
  ])[] = [
    ['nothing', () => ({}), () => true],
    ['network_id', () => ({ network_id: networks[1] ?? 0 }), (d) => d.locationNetworkId === networks[1]],
    ['network_id 0', () => ({ network_id: 0 }), (d) => d.locationNetworkId === null],
    // docs/http.md#requests-4
    ['an unknown network_id above 2^53', () => ({ network_id: '9007199254740993' }), () => false],
    ['tag_id', () => ({ tag_id: tagId }), (d) => d.tagIds.includes(tagId)],
    ['a rare tag_id', () => ({ tag_id: rareTagId }), (d) => d.tagIds.includes(rareTagId)],
    ['part_number', () => ({ part_number: parts[1] ?? '' }), (d) => d.partNumber === parts[1]],
    ['version', () => ({ version: '2.0.0' }), (d) => d.firmwareVersion === '2.0.0'],
    ['search', () => ({ search: 'lobby 7' }), (d) => isFound(d, 'lobby 7')],
    ...DEVICE_STATES.map(
      (state) => [`state ${state}`, () => ({ state }), (d: TestDevice) => stateOf(d) === state] as const,
    ),
    [
      'last_heard_before',
      () => ({ last_heard_before: new Date(NOW.getTime() - 2 * MINUTE).toISOString() }),
      (d) => (fleet.heardAt(d)?.getTime() ?? Infinity) < NOW.getTime() - 2 * MINUTE,
    ],
    [
      'state, version, network_id and search',
      () => ({ state: 'down', version: '2.0.0', network_id: networks[0] ?? 0, search: 'lobby' }),
      (d) =>
        stateOf(d) === 'down' &&
        d.firmwareVersion === '2.0.0' &&
        d.locationNetworkId === networks[0] &&
        isFound(d, 'lobby'),
    ],
  ];

  for (const [what, query, passes] of FILTERS) {
    for (const sort of sampleOf(SORTS, what.length, 2)) {
      // docs/console-api.md#list_devices-1
      it(`filtered by ${what} and sorted by ${sort} has the devices of the filter in order, over its pages`, async () => {
        const sign = what.length % 2 === 0 ? 1 : -1;
        const key = fleet.keys[sort];
        const expected = devices
          .filter(passes)
          .sort((one, other) => (key(one) < key(other) ? -sign : sign))
          .map(({ _id }) => _id);
        const most = 650;
        const found = await all({ ...query(), sort: sign === 1 ? sort : `-${sort}` }, most);
        expect(found.map(({ id }) => id)).to.deep.equal(expected.slice(0, most));
      });
    }
    // docs/console-api.md#list_devices-2
    it(`filtered by ${what} counts its devices up to 2,000, or 1,000 with a search, unless a state is beside another filter`, async () => {
      const filter = query();
      const { meta } = await list(filter);
      const count = devices.filter(passes).length;
      const isCounted = !('state' in filter) || Object.keys(filter).length === 1;
      const isStored = Object.keys(filter).every((name) => name === 'network_id');
      const most = isStored ? DEVICES : 'search' in filter ? MAX_HITS : MAX_COUNTED;
      const total = isCounted ? Math.min(count, most) : null;
      expect(meta).to.include({ total, total_is_exact: isCounted && count <= most, has_more: count > 50 });
    });
  }

  // docs/console-api.md#list_devices-2
  it('counts the devices of a single page, whatever the filter', async () => {
    const search = devices.find((device) => stateOf(device) === 'down')?.macId ?? '';
    const few = { search, state: 'down' };
    const hits = devices.filter((device) => stateOf(device) === 'down' && isFound(device, search));
    expect(hits.length).to.be.within(1, 50);
    expect((await list(few)).meta).to.include({ total: hits.length, total_is_exact: true, has_more: false });
  });

  // docs/http.md#revisions-2
  it('answers 304 to its ETag until a device of the page changes', async () => {
    const query = { tag_id: rareTagId };
    const first = await api.call('GET', '/v1/devices', { token, query });
    const etag = first.headers.get('ETag') ?? '';
    const again = () => api.call('GET', '/v1/devices', { token, query, headers: { 'If-None-Match': etag } });
    expect((await again()).status).to.equal(304);
    const { id, name } = (first.body as List).data.devices[0] ?? { id: 0, name: '' };
    const rename = (to: string) => api.call('PATCH', `/v1/devices/${id}`, { token, body: { name: to } });
    expect((await rename(`${name} 1`)).status).to.equal(200);
    const changed = await again();
    expect(changed.status).to.equal(200);
    expect(changed.headers.get('ETag')).not.to.equal(etag);
    expect((await rename(name)).status).to.equal(200);
  });

  // docs/http.md#lists-1
  it('lowers per_page to 200', async () => {
    expect((await list({ per_page: 1000 })).data.devices).to.have.length(200);
  });

  // docs/console-api.md#list_devices-5
  it('is a file of everything that passes the filter, in the order asked for', async () => {
    const query = { format: 'csv', version: '2.0.0', state: 'down', sort: 'name' };
    const reply = await api.call('GET', '/v1/devices', { token, query });
    expect(reply.headers.get('Content-Type')).to.equal('text/csv; charset=utf-8');
    const [names, ...rows] = linesOfCsv(reply.text);
    expect(names).to.equal(
      'id,name,mac_id,serial_number,part_number,hardware_name,is_switch,version,network_id,network_name,' +
        'tags,state,last_heard_at,public_ip,external_guid,notes,activated_at',
    );
    const listed = await all({ version: '2.0.0', state: 'down', sort: 'name' }, DEVICES);
    expect(rows.map((row) => Number.parseInt(row, 10))).to.deep.equal(listed.map(({ id }) => id));
  });

  it('refuses a cursor of another order or organisation, and unknown values, each at its path', async () => {
    const { meta } = await list({ sort: 'name' });
    const cursor = meta.next_cursor ?? '';
    const stranger = await makeUser(api.deps, (await makeOrganisation(api.deps))._id);
    const cases: readonly (readonly [string, Record<string, string>, string])[] = [
      [token, { cursor, sort: 'id' }, 'cursor'],
      [stranger.token, { cursor, sort: 'name' }, 'cursor'],
      [token, { cursor: 'nonsense' }, 'cursor'],
      [token, { state: 'asleep' }, 'state'],
      [token, { sort: 'weight' }, 'sort'],
      [token, { last_heard_before: 'yesterday' }, 'last_heard_before'],
    ];
    for (const [as, query, path] of cases) {
      const reply = await api.call('GET', '/v1/devices', { token: as, query });
      const row = JSON.stringify({ query, path });
      expect(reply.status, `${row}: ${reply.text}`).to.equal(422);
      const { errors } = reply.body as { errors: { path: string }[] };
      expect(
        errors.map((error) => error.path),
        row,
      ).to.deep.equal([path]);
    }
  });
});
