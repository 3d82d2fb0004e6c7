import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

const PATHS = ['/v1/list_network_ssids', '/v1/network_ssids'];

function idsOf(reply: Reply): number[] {
  expect(reply.status, reply.text).to.equal(200);
  const { data } = reply.body as { data: { network_ssids: { id: number }[] } };
  return data.network_ssids.map((ssid) => ssid.id);
}

describe('list_network_ssids', () => {
  let fixture: SsidFixture;
  beforeEach(async () => {
    fixture = await ssidFixture();
  });

  for (const path of PATHS) {
    const list = (token: string, query: Record<string, string | number> = {}) =>
      fixture.api.call('GET', path, { token, query });

    // docs/interface.md#list_network_ssids-1
    it(`${path} returns the SSIDs of all networks, each once, by id without a filter`, async () => {
      const other = await fixture.addNetwork();
      const ids = [
        await fixture.make({ ssid_name: 'same' }),
        await fixture.make({ ssid_name: 'same' }, other._id),
        await fixture.make(),
      ];
      const reply = await list(fixture.admin.token);
      expect(idsOf(reply)).to.deep.equal(ids);
      const { data } = reply.body as { data: { network_ssids: Record<string, unknown>[] } };
      expect(data.network_ssids[1]).to.include({
        network_id: other._id,
        network_name: other.networkName,
        ssid_name: 'same',
      });
      expect(idsOf(await list(fixture.admin.token, { network_name: '', network_id: '' }))).to.deep.equal(ids);
    });

    // docs/interface.md#list_network_ssids-2
    it(`${path} returns the SSIDs of the network with a name or an id`, async () => {
      const other = await fixture.addNetwork();
      const id = await fixture.make();
      const otherId = await fixture.make({}, other._id);
      expect(idsOf(await list(fixture.admin.token, { network_id: other._id }))).to.deep.equal([otherId]);
      expect(
        idsOf(await list(fixture.admin.token, { network_name: fixture.network.networkName })),
      ).to.deep.equal([id]);
    });

    // docs/interface.md#list_network_ssids-3
    it(`${path} answers 404 with 1001 for an unknown network`, async () => {
      const foreign = await ssidFixture();
      for (const query of [
        { network_id: 999_999_999 },
        { network_id: -1 },
        { network_name: 'no such network' },
        { network_id: foreign.network._id },
        { network_name: foreign.network.networkName },
      ]) {
        const reply = await list(fixture.admin.token, query);
        expect(reply.status).to.equal(404);
        const [named = ''] = Object.values<string | number>(query);
        expect(reply.body).to.deep.equal({ msg: `Network not found: ${named}`, error_code: 1001 });
      }
    });
  }

  const list = (token: string, query: Record<string, string | number> = {}) =>
    fixture.api.call('GET', '/v1/list_network_ssids', { token, query });

  // docs/interface.md#list_network_ssids-1
  it('returns an empty list for an organisation without SSIDs', async () => {
    expect(idsOf(await list(fixture.admin.token))).to.deep.equal([]);
  });

  // docs/interface.md#list_network_ssids-2
  it('looks up a name before an id, and ignores the id when a name is sent', async () => {
    const other = await fixture.addNetwork();
    const id = await fixture.make();
    await fixture.make({}, other._id);
    const { networkName } = fixture.network;
    expect(
      idsOf(await list(fixture.admin.token, { network_name: networkName, network_id: other._id })),
    ).to.deep.equal([id]);
    const unknown = await list(fixture.admin.token, { network_name: 'no such', network_id: other._id });
    expect(unknown.status).to.equal(404);
  });

  // docs/interface.md#list_network_ssids-2
  it('returns an empty list for a network without SSIDs', async () => {
    expect(idsOf(await list(fixture.admin.token, { network_id: fixture.network._id }))).to.deep.equal([]);
  });

  it('limits a restricted caller to its networks, and answers 404 for the others', async () => {
    const hidden = await fixture.addNetwork();
    const id = await fixture.make();
    await fixture.make({}, hidden._id);
    const { token } = await fixture.restricted('read', [fixture.network]);
    expect(idsOf(await list(token))).to.deep.equal([id]);
    expect((await list(token, { network_id: hidden._id })).status).to.equal(404);
    expect((await list(token, { network_name: hidden.networkName })).status).to.equal(404);
  });

  it('returns nothing to a caller without networks, and no SSID of another organisation', async () => {
    await fixture.make();
    const nobody = await fixture.user({ role: 'operator', networks: [] });
    expect(idsOf(await list(nobody.token))).to.deep.equal([]);
    const foreign = await ssidFixture();
    expect(idsOf(await list(foreign.admin.token))).to.deep.equal([]);
  });

  it('shows the key only in networks to which the caller has full access', async () => {
    const readable = await fixture.addNetwork();
    await fixture.make({ wpa_key: 'full access key' });
    await fixture.make({ wpa_key: 'read access key' }, readable._id);
    const { token } = await fixture.user({
      role: 'operator',
      networks: [
        { id: fixture.network._id, access: 'full' },
        { id: readable._id, access: 'read' },
      ],
    });
    const reply = await list(token);
    const { data } = reply.body as { data: { network_ssids: { wpa_key: string | null }[] } };
    expect(data.network_ssids.map((ssid) => ssid.wpa_key)).to.deep.equal(['full access key', null]);
    expect(reply.text).not.to.contain('read access key');
  });

  it('answers 422 with 1103 for parameters of the wrong type', async () => {
    for (const query of [{ 'network_name[$gt]': '' }, { 'network_id[$ne]': 1 }, { 'network_id[]': 'abc' }]) {
      const reply = await list(fixture.admin.token, query);
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1103 });
    }
  });

  // docs/interface.md#list_network_ssids-3
  // docs/http.md#requests-4
  it('answers 404 with 1001 for an id beyond 2^53, and for one that is no digits', async () => {
    for (const network_id of ['9007199254740993', '99999999999999999999999', 'abc', '1.5', '-7']) {
      const reply = await list(fixture.admin.token, { network_id });
      expect(reply.status, network_id).to.equal(404);
      expect(reply.body).to.include({ error_code: 1001 });
    }
  });
});
