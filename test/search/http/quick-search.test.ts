import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { refused, rolloutFixture, type RolloutFixture } from '../../fixtures/records/rollout-fixture.js';
import { makeSsid } from '../../fixtures/records/ssid.js';

type Hits = Record<
  'devices' | 'networks' | 'ssids' | 'rollouts' | 'users',
  readonly Readonly<Record<string, unknown>>[]
>;

const NOTHING = { devices: [], networks: [], ssids: [], rollouts: [], users: [] };

function hitsOf(reply: Reply): Hits {
  expect(reply.status, reply.text).to.equal(200);
  return (reply.body as { data: Hits }).data;
}

describe('the quick search', () => {
  let fixture: RolloutFixture;
  before(async () => {
    fixture = await rolloutFixture();
  });

  const search = async (q: string, token = fixture.admin.token): Promise<Hits> =>
    hitsOf(await fixture.call('GET', '/v1/search', { query: { q }, token }));

  // docs/console-api.md#quick_search-1
  it('finds records of every kind by all words of their name, in any case', async () => {
    const { api, org, admin } = fixture;
    const network = await makeNetwork(api.deps, org, { networkName: 'Straße Alpha' });
    const device = await fixture.device({ network: fixture.network, name: 'Door alpha straße' });
    const home = { admin, network };
    const ssid = await makeSsid(api, home, { ssid_name: 'ALPHA Straße' });
    const rollout = await fixture.draft({ name: 'Alpha to the straße' });
    const email = `straße.alpha-${Date.now()}@example.test`;
    const { user } = await makeUser(api.deps, org, { role: 'viewer', email });
    await makeSsid(api, home, { ssid_name: 'Alpha' });
    expect(await search('straße ALPHA')).to.deep.equal({
      devices: [
        {
          id: device._id,
          name: 'Door alpha straße',
          mac_id: device.macId,
          network_name: fixture.network.networkName,
        },
      ],
      networks: [{ id: network._id, network_name: 'Straße Alpha', device_count: 0 }],
      ssids: [{ id: ssid, ssid_name: 'ALPHA Straße', network_id: network._id, network_name: 'Straße Alpha' }],
      rollouts: [{ id: rollout.id, name: 'Alpha to the straße', state: 'Draft' }],
      users: [{ id: user._id, email, role: 'viewer' }],
    });
    expect((await search(device.macId)).devices.map(({ id }) => id)).to.deep.equal([device._id]);
    await api.call('PUT', `/v1/network_ssids/${ssid}`, {
      token: admin.token,
      body: { network_ssid: { ssid_name: 'Beta' } },
    });
    expect((await search('straße')).ssids).to.deep.equal([]);
    expect((await search('be')).ssids.map(({ id }) => id)).to.deep.equal([ssid]);
  });

  it('gives at most eight of each kind', async () => {
    const { api, org, admin } = fixture;
    const network = await makeNetwork(api.deps, org, { networkName: 'many' });
    const home = { admin, network };
    for (let made = 0; made < 9; made += 1) {
      await makeSsid(api, home, { ssid_name: `many ${made}` });
      await makeNetwork(api.deps, org, { networkName: `many ${made}` });
      await fixture.device({ network, name: `many ${made}` });
    }
    const { devices, networks, ssids } = await search('many');
    expect([devices, networks, ssids].map(({ length }) => length)).to.deep.equal([8, 8, 8]);
  });

  // docs/console-api.md#quick_search-2
  it('finds nothing without a word of two characters, and refuses more than 256', async () => {
    for (const q of ['', ' ', 'a', 'a b']) expect(await search(q), q).to.deep.equal(NOTHING);
    for (const query of [{}, { q: 'x'.repeat(257) }])
      expect(refused(await fixture.call('GET', '/v1/search', { query }))).to.deep.equal([422, 1109]);
  });

  // docs/console-api.md#quick_search-3
  it('shows users only to those who manage them', async () => {
    const { api, org, admin } = fixture;
    const at = `managed-${Date.now()}.example.test`;
    const roles = ['super_admin', 'admin', 'operator', 'viewer'] as const;
    for (const role of roles) await makeUser(api.deps, org, { role, email: `${role}@${at}` });
    const found = async (token: string) => (await search(at, token)).users.map(({ role }) => role);
    const superAdmin = await makeUser(api.deps, org, { role: 'super_admin' });
    const operator = await makeUser(api.deps, org, { role: 'operator' });
    expect(await found(superAdmin.token)).to.have.members([...roles]);
    expect(await found(admin.token)).to.have.members(['operator', 'viewer']);
    expect(await found(operator.token)).to.deep.equal([]);
  });

  it('shows callers of some networks only what is in them', async () => {
    const { api, org, admin } = fixture;
    const [seen, hidden] = [
      await makeNetwork(api.deps, org, { networkName: 'gamma seen' }),
      await makeNetwork(api.deps, org, { networkName: 'gamma hidden' }),
    ];
    for (const network of [seen, hidden]) {
      await makeSsid(api, { admin, network }, { ssid_name: 'gamma' });
      await fixture.device({ network, name: 'gamma' });
    }
    const networks = [{ id: seen._id, access: 'read' as const }];
    const { token } = await makeUser(api.deps, org, { role: 'viewer', networks, manageInventory: false });
    const hits = await search('gamma', token);
    expect(hits.networks.map(({ id }) => id)).to.deep.equal([seen._id]);
    expect(hits.ssids.map(({ network_id: id }) => id)).to.deep.equal([seen._id]);
    expect(hits.devices.map(({ network_name: name }) => name)).to.deep.equal(['gamma seen']);
    expect(hits.rollouts).to.deep.equal([]);
  });
});
