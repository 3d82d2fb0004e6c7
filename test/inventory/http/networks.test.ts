import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { faultsIn, refused } from '../../fixtures/records/rollout-fixture.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { NO_RADIO } from '../../fixtures/records/radio.js';

const windows = [{ days: ['tue', 'sun'], from: '22:00', to: '02:00' }];

interface Page {
  readonly data: { readonly networks: { readonly id: number; readonly device_count: number }[] };
  readonly meta: { readonly next_cursor: string | null; readonly has_more: boolean; readonly total: number };
}

describe('networks', () => {
  let fixture: UpgradeFixture;
  let id: number;
  beforeEach(async () => {
    fixture = await upgradeFixture();
    id = fixture.network._id;
  });

  const patch = (body: unknown, token = fixture.admin.token, network = id): Promise<Reply> =>
    fixture.call('PATCH', `/v1/networks/${network}`, { body, token });

  async function page(
    query: Record<string, string | number> = {},
    token = fixture.admin.token,
  ): Promise<Page> {
    const reply = await fixture.call('GET', '/v1/networks', { query, token });
    expect(reply.status, reply.text).to.equal(200);
    return reply.body;
  }

  // docs/administration.md#list_networks-1
  it('are listed by id, a page at a time, with their hours and numbers of devices', async () => {
    const other = await makeNetwork(fixture.api.deps, fixture.org, { networkName: 'Lobby', deviceCount: 7 });
    await patch({ windows }, fixture.admin.token, other._id);
    const all = await page();
    expect(all.data.networks.map((each) => each.id)).to.deep.equal([id, other._id]);
    expect(all.data.networks[1]).to.deep.equal({
      id: other._id,
      network_name: 'Lobby',
      time_zone: null,
      windows,
      latitude: null,
      longitude: null,
      address: null,
      device_count: 7,
      up_count: 0,
      radio: NO_RADIO,
      revision: 1,
    });
    const first = await page({ per_page: 1 });
    expect(first.data.networks).to.deep.equal(all.data.networks.slice(0, 1));
    expect(first.meta.has_more).to.equal(true);
    const second = await page({ per_page: 1, cursor: first.meta.next_cursor ?? '' });
    expect(second).to.deep.include({
      data: { networks: all.data.networks.slice(1) },
      meta: { next_cursor: null, has_more: false, total: 2, total_is_exact: true },
    });
  });

  it('count the devices that were provisioned and moved', async () => {
    const device = await fixture.device({ network: null });
    const body = { devices: [device.macId], existing_network_id: id };
    const before = (await page()).data.networks[0]?.device_count ?? 0;
    const moved = await fixture.call('PUT', '/v1/access_points/move_devices', { body });
    expect(moved.status, moved.text).to.equal(200);
    expect((await page()).data.networks[0]).to.include({ device_count: before + 1 });
  });

  it('of a restricted caller are those it sees', async () => {
    await makeNetwork(fixture.api.deps, fixture.org);
    const networks = [{ id, access: 'read' as const }];
    const { token } = await makeUser(fixture.api.deps, fixture.org, { role: 'operator', networks });
    expect((await page({}, token)).data.networks.map((each) => each.id)).to.deep.equal([id]);
    // docs/administration.md#update_network-2
    expect(refused(await patch({ windows }, token))).to.deep.equal([403, 1102]);
  });

  // docs/administration.md#update_network-1
  it('take a time zone and windows, keep what is absent, and give up what is null', async () => {
    const set = await patch({ time_zone: 'Europe/Berlin', windows, unknown: 1 });
    expect(set.status, set.text).to.equal(200);
    expect(set.body).to.deep.equal({
      data: {
        network: {
          id,
          network_name: fixture.network.networkName,
          time_zone: 'Europe/Berlin',
          windows,
          latitude: null,
          longitude: null,
          address: null,
          device_count: fixture.network.deviceCount,
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
        },
      },
      status: 200,
    });
    const half = await patch({ windows: null });
    expect(half.body).to.have.nested.include({
      'data.network.time_zone': 'Europe/Berlin',
      'data.network.windows': null,
    });
    expect((await patch({})).body).to.deep.equal(half.body);
    const stored = await fixture.api.deps.mongo.models.networks.findOne({ _id: id }).lean();
    expect(stored).to.include({ hasOwnHours: true });
    await patch({ time_zone: null });
    const cleared = await fixture.api.deps.mongo.models.networks.findOne({ _id: id }).lean();
    expect(cleared).to.include({ timeZone: null, windows: null, hasOwnHours: false });
  });

  it('do not exist for another organisation', async () => {
    expect(refused(await patch({ windows }, fixture.admin.token, 999_999_999))).to.deep.equal([404, 1001]);
  });

  // docs/administration.md#update_network-3
  it('refuse hours that are not valid, naming every fault', async () => {
    const bad = [
      { days: ['tue'], from: '24:00', to: '1:00' },
      { days: [], from: '01:00', to: '02:00' },
    ];
    const reply = await patch({ time_zone: 'Berlin', windows: bad });
    expect(refused(reply)).to.deep.equal([422, 1109]);
    expect(faultsIn(reply).map((fault) => fault.split(':')[0])).to.have.members([
      'time_zone',
      'windows[0].from',
      'windows[0].to',
      'windows[1].days',
    ]);
    expect(refused(await patch({ windows: Array(22).fill(windows[0]) }))).to.deep.equal([422, 1109]);
    const list = await fixture.call('GET', '/v1/networks', { query: { per_page: 'x' } });
    expect(refused(list)).to.deep.equal([422, 1109]);
  });
});
