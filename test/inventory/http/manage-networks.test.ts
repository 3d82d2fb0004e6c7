import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { makeDevices } from '../../fixtures/records/device.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { faultsIn, refused } from '../../fixtures/records/rollout-fixture.js';
import { makeSsid } from '../../fixtures/records/ssid.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { runLoop } from '../../../dev/run-loop.js';
import { NO_RADIO } from '../../fixtures/records/radio.js';

interface ShownNetwork {
  readonly id: number;
  readonly network_name: string;
  readonly device_count: number;
  readonly up_count: number | null;
  readonly revision: number;
  readonly configuration: { readonly canary: boolean };
}

function shown(reply: Reply, status = 200): ShownNetwork {
  expect(reply.status, reply.text).to.equal(status);
  return (reply.body as { data: { network: ShownNetwork } }).data.network;
}

describe('networks of administrators', () => {
  let fixture: UpgradeFixture;
  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  const create = (body: unknown, options = {}): Promise<Reply> =>
    fixture.call('POST', '/v1/networks', { body, ...options });
  const rename = (id: number, name: string, headers = {}): Promise<Reply> =>
    fixture.call('PATCH', `/v1/networks/${id}`, { body: { network_name: name }, headers });
  const remove = (id: number, options = {}): Promise<Reply> =>
    fixture.call('DELETE', `/v1/networks/${id}`, options);

  // docs/administration.md#delete_network-1
  it('are deleted with the access of users to them, also when it is granted at the same time', async () => {
    const { deps } = fixture.api;
    const kept = await makeNetwork(deps, fixture.org);
    for (let round = 0; round < 5; round += 1) {
      const gone = await makeNetwork(deps, fixture.org);
      const grants = [gone._id, kept._id].map((id) => ({ id, access: 'read' as const }));
      const { user } = await makeUser(deps, fixture.org, { role: 'viewer', networks: grants });
      const email = `granted-${gone._id}@example.test`;
      const [removed, created] = await Promise.all([
        remove(gone._id),
        fixture.call('POST', '/v1/users', { body: { email, role: 'viewer', networks: grants } }),
      ]);
      expect(removed.status, removed.text).to.equal(200);
      expect(created.status, created.text).to.be.oneOf([201, 422]);
      const stored = await deps.mongo.models.users.find({ organisationId: fixture.org }).lean();
      expect(stored.flatMap(({ networks }) => networks ?? []).map(({ id }) => id)).not.to.include(gone._id);
      const changed = stored.find(({ _id }) => _id === user._id);
      expect(changed).to.deep.include({ networks: [{ id: kept._id, access: 'read' }], revision: 1 });
    }
  });

  // docs/administration.md#create_network-1
  it('are created once under an Idempotency-Key, shown with their revision and deleted', async () => {
    const body = { network_name: ' Lobby ', time_zone: 'Europe/Berlin' };
    const headers = { 'Idempotency-Key': 'lobby' };
    const [first, second] = [await create(body, { headers }), await create(body, { headers })];
    expect(second.text).to.equal(first.text);
    const { id } = shown(first, 201);
    const one = await fixture.call('GET', `/v1/networks/${id}`);
    expect(one.headers.get('ETag')).to.equal('"1"');
    expect(shown(one)).to.deep.equal({
      id,
      network_name: 'Lobby',
      time_zone: 'Europe/Berlin',
      windows: null,
      latitude: null,
      longitude: null,
      address: null,
      device_count: 0,
      up_count: 0,
      radio: NO_RADIO,
      revision: 1,
      configuration: {
        canary: true,
        soak_s: 30,
        stop_after: 3,
        confirm_within_s: 120,
        on_drift: 'report',
        canary_forced: false,
      },
    });
    expect((await remove(id)).body).to.deep.equal({ data: {}, status: 200 });
    expect(refused(await fixture.call('GET', `/v1/networks/${id}`))).to.deep.equal([404, 1001]);
    const entries = await fixture.api.deps.mongo.models.auditEntries
      .find({ subject: `network:${id}` })
      .lean();
    expect(entries.map(({ action }) => action)).to.have.members(['network.created', 'network.deleted']);
  });

  // docs/http.md#requests-2
  // docs/http.md#requests-6
  it('take the spellings of the flag of their configuration, and forms', async () => {
    const { _id: id } = fixture.network;
    const form = (canary: string) =>
      fixture.call('PATCH', `/v1/networks/${id}`, {
        body: new URLSearchParams([['configuration[canary]', canary]]),
      });
    expect(shown(await form('0')).configuration).to.include({ canary: false });
    const json = await fixture.call('PATCH', `/v1/networks/${id}`, {
      body: { configuration: { canary: 1 } },
    });
    expect(shown(json).configuration).to.include({ canary: true });
    const bad = await form('maybe');
    expect(refused(bad)).to.deep.equal([422, 1109]);
    expect(faultsIn(bad)).to.deep.equal(['configuration.canary: must be true or false']);
  });

  // docs/administration.md#create_network-2
  // docs/administration.md#delete_network-2
  it('are created and deleted by administrators only', async () => {
    const { deps } = fixture.api;
    const networks = [{ id: fixture.network._id, access: 'full' as const }];
    const restricted = await makeUser(deps, fixture.org, { role: 'admin', networks });
    const operator = await makeUser(deps, fixture.org, { role: 'operator' });
    for (const { token } of [restricted, operator])
      expect(refused(await create({ network_name: 'x' }, { token }))).to.deep.equal([403, 1102]);
    expect(refused(await remove(fixture.network._id, operator))).to.deep.equal([403, 1102]);
    expect((await remove(fixture.network._id, restricted)).status).to.equal(200);
  });

  // docs/administration.md#delete_network-1
  it('are not deleted while they have devices or SSIDs', async () => {
    const { api, admin, network } = fixture;
    const device = await fixture.device({ network: null });
    const move = (id: number) =>
      fixture.call('PUT', '/v1/access_points/move_devices', {
        body: { devices: [device.macId], existing_network_id: id },
      });
    expect((await move(network._id)).status).to.equal(200);
    expect(refused(await remove(network._id))).to.deep.equal([409, 1111]);
    const other = await makeNetwork(api.deps, fixture.org);
    await makeSsid(api, { admin, network: other }, { ssid_name: 'guests' });
    expect(refused(await remove(other._id))).to.deep.equal([409, 1111]);
    expect((await move(other._id)).status).to.equal(200);
    expect((await remove(network._id)).status).to.equal(200);
  });

  it('that are deleted while devices move to them keep the devices, or refuse them', async () => {
    const { api, org } = fixture;
    for (let round = 0; round < 10; round += 1) {
      const { _id } = await makeNetwork(api.deps, org);
      const device = await fixture.device({ network: fixture.network });
      const body = { devices: [device.macId], existing_network_id: _id };
      const [moved] = await Promise.all([
        fixture.call('PUT', '/v1/access_points/move_devices', { body }),
        remove(_id),
      ]);
      const place = await api.deps.mongo.models.devices.findOne({ _id: device._id }).lean();
      const exists = await api.deps.mongo.models.networks.findOne({ _id }).lean();
      expect(place?.locationNetworkId === _id, moved.text).to.equal(exists !== null);
      expect(moved.status).to.equal(exists === null ? 404 : 200);
    }
  });

  // docs/administration.md#update_network-5
  it('that are renamed show their name in few devices at once, and in many by the worker', async () => {
    const { api, org, part, network } = fixture;
    const { models } = api.deps.mongo;
    const named = (networkName: string) =>
      models.devices.countDocuments({ organisationId: org, locationNetworkId: network._id, networkName });
    await fixture.device({ network });
    shown(await rename(network._id, 'Atrium'));
    expect(await named('Atrium')).to.equal(1);
    const found = await fixture.call('GET', '/v1/access_points/rout_inventory_list', {
      query: { search: 'atri' },
    });
    expect(found.text).to.include('Atrium');
    await makeDevices(api.deps, org, 1000, () => ({ part, network }));
    shown(await rename(network._id, 'Hall'));
    expect(await named('Hall')).to.equal(0);
    await runLoop('refreshes', api.deps);
    expect(await named('Hall')).to.equal(1001);
    expect(await models.deviceRefreshes.countDocuments({ organisationId: org })).to.equal(1);
    const later = () => new Date(Date.now() + 61_000);
    await runLoop('refreshes', { ...api.deps, now: later });
    expect(await models.deviceRefreshes.countDocuments({ organisationId: org })).to.equal(0);
  });

  // docs/administration.md#update_network-6
  it('are changed at the revision of If-Match only, and lose no concurrent change', async () => {
    const { _id } = fixture.network;
    expect(shown(await rename(_id, 'a', { 'If-Match': '"0"' })).revision).to.equal(1);
    expect(refused(await rename(_id, 'b', { 'If-Match': '"0"' }))).to.deep.equal([412, 1112]);
    expect(refused(await remove(_id, { headers: { 'If-Match': '"0"' } }))).to.deep.equal([412, 1112]);
    const patches = [{ network_name: 'c' }, { time_zone: 'Europe/Berlin' }, { windows: [] }];
    await Promise.all(patches.map((body) => fixture.call('PATCH', `/v1/networks/${_id}`, { body })));
    expect(shown(await fixture.call('GET', `/v1/networks/${_id}`))).to.deep.include({
      network_name: 'c',
      time_zone: 'Europe/Berlin',
      windows: [],
      revision: 4,
    });
  });

  // docs/administration.md#list_networks-2
  it('show how many devices are up, unless there are too many to count', async () => {
    const { api, network } = fixture;
    const { models } = api.deps.mongo;
    await fixture.device({ network, state: { lastHeartbeatAt: new Date() } });
    await fixture.device({ network, state: { lastHeartbeatAt: new Date(0) } });
    await fixture.device({ network });
    const show = async () => shown(await fixture.call('GET', `/v1/networks/${network._id}`)).up_count;
    expect(await show()).to.equal(1);
    await models.networks.updateOne({ _id: network._id }, { $set: { deviceCount: 10_001 } });
    expect(await show()).to.equal(null);
  });

  // docs/http.md#lists-2
  // docs/http.md#lists-3
  it('are sorted by id or name in both directions, page by page', async () => {
    const { api, org, network } = fixture;
    const { models } = api.deps.mongo;
    await models.networks.updateOne({ _id: network._id }, { $set: { networkName: 'b' } });
    for (const networkName of ['a', 'c', 'b', 'b']) await makeNetwork(api.deps, org, { networkName });
    const walk = async (sort: string): Promise<[string, number][]> => {
      const rows: [string, number][] = [];
      let cursor = '';
      do {
        const { body } = await fixture.call('GET', '/v1/networks', { query: { sort, per_page: 2, cursor } });
        const page = body as {
          data: { networks: ShownNetwork[] };
          meta: { next_cursor: string | null; total: number; total_is_exact: boolean };
        };
        expect(page.meta).to.include({ total: 5, total_is_exact: true });
        rows.push(...page.data.networks.map(({ id, network_name }): [string, number] => [network_name, id]));
        cursor = page.meta.next_cursor ?? '';
      } while (cursor !== '');
      return rows;
    };
    const all = await walk('id');
    expect(all).to.have.length(5);
    expect(await walk('-id')).to.deep.equal(all.toReversed());
    const byName = all.toSorted(([a, first], [b, second]) => a.localeCompare(b) || first - second);
    expect(await walk('network_name')).to.deep.equal(byName);
    expect(await walk('-network_name')).to.deep.equal(byName.toReversed());
    const { body } = await fixture.call('GET', '/v1/networks', { query: { per_page: 1 } });
    const { next_cursor: cursor } = (body as { meta: { next_cursor: string } }).meta;
    for (const query of [{ sort: '-id', cursor }, { cursor: 'x' }, { sort: 'time_zone' }])
      expect(refused(await fixture.call('GET', '/v1/networks', { query }))).to.deep.equal([422, 1109]);
  });
});
