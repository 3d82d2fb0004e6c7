import { expect } from 'chai';
import { DEVICE_STATES, type DeviceState } from '../../../shared/status/domain/heartbeat-time.js';
import type { HardwarePartRecord } from '../../../shared/inventory/models/hardware-part.js';
import { startTestApi, type CallOptions, type TestApi } from '../../fixtures/api.js';
import { TestClock } from '../../fixtures/clock.js';
import { makeDevices, makePart, type TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork, makeOrganisation, makeTag, makeUser } from '../../fixtures/records/organisation.js';
import { isFound } from '../../fixtures/search-oracle.js';
import { timeSortKey } from '../../../shared/inventory/domain/device-search.js';

interface Shown {
  readonly id: number;
  readonly name: string;
  readonly state: DeviceState;
  readonly last_heard_at: string | null;
}

interface List {
  readonly data: { readonly devices: Shown[] };
  readonly meta: {
    readonly next_cursor: string | null;
    readonly has_more: boolean;
    readonly total: number | null;
    readonly total_is_exact: boolean;
  };
}

/** More than are sampled, so that pages are planned, and more of each state than are read together. */
const DEVICES = 6000;
const BATCH = 1000;
const NOW = new Date('2026-11-30T12:00:00.000Z');
const DOWN_AFTER_S = 180;
const MINUTE = 60_000;

describe('GET /v1/devices', function () {
  this.timeout(120_000);
  let api: TestApi;
  let token: string;
  let org: number;
  let devices: TestDevice[];
  let networks: readonly number[];
  let tagId: number;
  let rareTagId: number;
  let parts: readonly string[];
  const heard = new Map<number, Date | null>();

  before(async () => {
    api = await startTestApi({ now: new TestClock(NOW).now, env: { DOWN_AFTER_S: String(DOWN_AFTER_S) } });
    const { deps } = api;
    org = (await makeOrganisation(deps, { noOfAps: 10_000 }))._id;
    ({ token } = await makeUser(deps, org));
    const made = [await makeNetwork(deps, org), await makeNetwork(deps, org)];
    const [tag, rare] = [await makeTag(deps, org, 'roof'), await makeTag(deps, org, 'attic')];
    const hardware = [await makePart(deps), await makePart(deps)];
    networks = made.map(({ _id }) => _id);
    [tagId, rareTagId] = [tag._id, rare._id];
    parts = hardware.map(({ _id }) => _id);
    const heardAt = (index: number): Date | null =>
      index % 7 === 6 ? null : new Date(NOW.getTime() - (index % 5) * MINUTE - index);
    devices = [];
    for (let first = 0; first < DEVICES; first += BATCH) {
      const some = await makeDevices(deps, org, BATCH, (offset) => {
        const index = first + offset;
        return {
          name: `${['Lobby', 'Kitchen', 'Hall'][index % 3] ?? ''} ${(index * 7919) % DEVICES}`,
          network: made[index % 3] ?? null,
          tags: [...(index % 2 === 0 ? [tag] : []), ...(index % 1000 === 3 ? [rare] : [])],
          part: hardware[index % 10 === 0 ? 1 : 0] as HardwarePartRecord,
          firmwareVersion: index % 4 === 0 ? '2.0.0' : '1.0.0',
          state: { lastHeartbeatAt: heardAt(index) },
        };
      });
      devices.push(...some);
    }
    for (const [index, { _id }] of devices.entries()) heard.set(_id, heardAt(index));
  });
  after(() => api.close());

  const list = async (query: CallOptions['query'] = {}, as = token): Promise<List> => {
    const reply = await api.call('GET', '/v1/devices', { token: as, query });
    expect(reply.status, reply.text).to.equal(200);
    return reply.body;
  };

  /** All pages of a list, up to `most` devices. */
  async function all(query: Readonly<Record<string, string | number>>, most: number): Promise<Shown[]> {
    const found: Shown[] = [];
    let cursor: string | null = null;
    do {
      const { data, meta } = await list({ ...query, per_page: 200, ...(cursor === null ? {} : { cursor }) });
      found.push(...data.devices);
      cursor = meta.next_cursor;
    } while (cursor !== null && found.length < most);
    return found.slice(0, most);
  }

  function stateOf({ _id }: TestDevice): DeviceState {
    const at = heard.get(_id) ?? null;
    if (at === null) return 'never_heard';
    return NOW.getTime() - at.getTime() <= DOWN_AFTER_S * 1000 ? 'up' : 'down';
  }

  const FILTERS: readonly (readonly [
    string,
    () => Record<string, string | number>,
    (d: TestDevice) => boolean,
  ])[] = [
    ['nothing', () => ({}), () => true],
    ['network_id', () => ({ network_id: networks[1] ?? 0 }), (d) => d.locationNetworkId === networks[1]],
    ['network_id 0', () => ({ network_id: 0 }), (d) => d.locationNetworkId === null],
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
      (d) => (heard.get(d._id)?.getTime() ?? Infinity) < NOW.getTime() - 2 * MINUTE,
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
  const SORTS: Readonly<Record<string, (device: TestDevice) => string | number>> = {
    id: ({ _id }) => _id,
    name: ({ sort }) => sort.name,
    last_heard_at: ({ _id }) => timeSortKey(heard.get(_id) ?? null, _id),
  };

  for (const [what, query, passes] of FILTERS) {
    for (const [sort, key] of Object.entries(SORTS)) {
      // docs/console-api.md#list_devices-1
      it(`filtered by ${what} and sorted by ${sort} has the devices of the filter in order, over its pages`, async () => {
        const sign = what.length % 2 === 0 ? 1 : -1;
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
    it(`filtered by ${what} counts its devices, hits up to 1,000, unless a state is beside another filter`, async () => {
      const filter = query();
      const { meta } = await list(filter);
      const count = devices.filter(passes).length;
      const isCounted = !('state' in filter) || Object.keys(filter).length === 1;
      const most = 'search' in filter ? 1000 : DEVICES;
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

  // docs/console-api.md#common-5
  it('answers 304 to its ETag until a device of the page changes', async () => {
    const query = { tag_id: rareTagId };
    const first = await api.call('GET', '/v1/devices', { token, query });
    const etag = first.headers.get('ETag') ?? '';
    const again = () => api.call('GET', '/v1/devices', { token, query, headers: { 'If-None-Match': etag } });
    expect((await again()).status).to.equal(304);
    const { id, name } = (first.body as List).data.devices[0] ?? { id: 0, name: '' };
    const renamed = await api.call('PATCH', `/v1/devices/${id}`, { token, body: { name: `${name} 1` } });
    expect(renamed.status).to.equal(200);
    const changed = await again();
    expect(changed.status).to.equal(200);
    expect(changed.headers.get('ETag')).not.to.equal(etag);
  });

  // docs/console-api.md#common-2
  it('lowers per_page to 200', async () => {
    expect((await list({ per_page: 1000 })).data.devices).to.have.length(200);
  });

  // docs/console-api.md#list_devices-3
  it('shows a restricted user the devices of its networks, whatever the filter', async () => {
    const grants = [{ id: networks[0] ?? 0, access: 'read' as const }];
    const user = await makeUser(api.deps, org, { role: 'viewer', networks: grants, manageInventory: false });
    const own = devices.filter((device) => device.locationNetworkId === networks[0]).length;
    expect((await list({}, user.token)).meta).to.include({ total: own, total_is_exact: true });
    for (const query of [{ network_id: networks[1] ?? 0 }, { network_id: 0 }]) {
      expect((await list(query, user.token)).data.devices).to.deep.equal([]);
    }
    const ids = new Set(devices.filter((d) => d.locationNetworkId === networks[0]).map(({ _id }) => _id));
    for (const query of [{ tag_id: tagId }, { version: '2.0.0' }, { state: 'down', sort: 'name' }]) {
      const { data } = await list(query, user.token);
      expect(data.devices.length).to.be.above(0);
      expect(data.devices.every(({ id }) => ids.has(id))).to.equal(true);
    }
  });

  // docs/console-api.md#list_devices-5
  it('is a file of everything that passes the filter, in the order asked for', async () => {
    const query = { format: 'csv', version: '2.0.0', state: 'down', sort: 'name' };
    const reply = await api.call('GET', '/v1/devices', { token, query });
    expect(reply.headers.get('Content-Type')).to.equal('text/csv; charset=utf-8');
    const [names, ...rows] = reply.text.trimEnd().split('\n');
    expect(names).to.equal(
      'id,name,mac_id,serial_number,part_number,hardware_name,is_switch,version,network_id,network_name,' +
        'tags,state,last_heard_at,public_ip,external_guid,activated_at',
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
      expect(reply.status, reply.text).to.equal(422);
      const { errors } = reply.body as { errors: { path: string }[] };
      expect(errors.map((error) => error.path)).to.deep.equal([path]);
    }
  });
});
