import { expect } from 'chai';
import { sharedApi, type TestApi } from '../../fixtures/api.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import {
  EVERY_FIELD,
  makeRestricted,
  makeSsid,
  makeSsidHome,
  shownSsid,
  type SsidHome,
} from '../../fixtures/records/ssid.js';

describe('SSID show', () => {
  let api: TestApi;
  let home: SsidHome;
  before(async () => {
    api = await sharedApi();
    home = await makeSsidHome(api);
  });
  const show = (token: string, id: number | string) => api.call('GET', `/v1/network_ssids/${id}`, { token });

  // docs/interface.md#ssid-show-found
  it('answers 200 with every field of the list, and the network', async () => {
    const id = await makeSsid(api, home, EVERY_FIELD);
    const reply = await show(home.admin.token, id);
    expect(reply.status).to.equal(200);
    const { _id: network_id, networkName: network_name } = home.network;
    expect(reply.body).to.deep.equal({
      data: { network_ssid: { id, network_id, network_name, ...EVERY_FIELD } },
    });
  });

  // docs/interface.md#ssid-show-found
  it('shows defaults for fields that were never set', async () => {
    const shown = await shownSsid(api, home.admin.token, await makeSsid(api, home));
    expect(shown).to.include({ is_enabled: true, is_hidden: false, ssid_mode: null, wpa_key: null });
    expect(shown).to.deep.include({ acl_mac_list: [], dhcp_ranges: [], v_lan_attributes: null });
  });

  // docs/interface.md#ssid-show-not-found
  it('answers 404 with 1021 for an unknown or malformed id', async () => {
    for (const id of [999_999_999, 0, -1, 'abc', '1.5', '9'.repeat(30)]) {
      const reply = await show(home.admin.token, id);
      expect(reply.status, String(id)).to.equal(404);
      expect(reply.body).to.deep.equal({ msg: 'SSID not found', error_code: 1021 });
    }
  });

  // docs/interface.md#ssid-show-not-found
  it('answers 404 for an SSID outside the caller’s scope', async () => {
    const foreign = await makeSsidHome(api);
    const other = await makeNetwork(api.deps, home.organisation._id);
    const id = await makeSsid(api, home);
    const { token } = await makeRestricted(api, home, 'full', [other]);
    expect((await show(foreign.admin.token, id)).status).to.equal(404);
    expect((await show(token, id)).status).to.equal(404);
  });

  it('shows the key only to a caller with full access to the network, and never to a viewer', async () => {
    const id = await makeSsid(api, home, { wpa_key: 'only for the few' });
    const full = await makeRestricted(api, home, 'full', [home.network]);
    const read = await makeRestricted(api, home, 'read', [home.network]);
    const viewers = [
      await makeUser(api.deps, home.organisation._id, { role: 'viewer' }),
      await makeRestricted(api, home, 'full', [home.network], { role: 'viewer' }),
    ];
    for (const { token } of [home.admin, full])
      expect(await shownSsid(api, token, id)).to.include({ wpa_key: 'only for the few' });
    for (const { token } of [read, ...viewers]) {
      const reply = await show(token, id);
      expect(reply.status).to.equal(200);
      expect(reply.text).not.to.contain('only for the few');
      expect(await shownSsid(api, token, id)).to.include({ wpa_key: null });
    }
  });

  it('omits a key that was encrypted with an unknown encryption key', async () => {
    const id = await makeSsid(api, home, { wpa_key: 'sealed elsewhere' });
    await api.deps.mongo.models.networkSsids.updateOne({ _id: id }, { $set: { 'wpaKey.keyId': '00000000' } });
    expect(await shownSsid(api, home.admin.token, id)).to.include({ id, wpa_key: null });
  });
});
