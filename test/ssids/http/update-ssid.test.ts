import { expect } from 'chai';
import { sharedApi, type CallOptions, type Reply, type TestApi } from '../../fixtures/api.js';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import {
  EVERY_FIELD,
  makeRestricted,
  makeSsid,
  makeSsidHome,
  shownSsid,
  storedSsid,
  type SsidHome,
} from '../../fixtures/records/ssid.js';

describe('SSID update', () => {
  let api: TestApi;
  let home: SsidHome;
  before(async () => {
    api = await sharedApi();
    home = await makeSsidHome(api);
  });

  function call(method: string, path: string, options: CallOptions): Promise<Reply> {
    return api.call(method, path, { token: home.admin.token, ...options });
  }
  const update = (id: number | string, network_ssid: unknown, token = home.admin.token) =>
    call('PUT', `/v1/network_ssids/${id}`, { token, body: { network_ssid } });

  for (const method of ['PUT', 'PATCH']) {
    // docs/interface.md#ssid-update-1
    it(`${method} answers 200 with msg, id and ssid_name and changes only the sent fields`, async () => {
      const id = await makeSsid(api, home, { ssid_name: `before ${method}`, nat: '1', max_association: 9 });
      const reply = await call(method, `/v1/network_ssids/${id}`, {
        body: { network_ssid: { ssid_name: `after ${method}`, max_association: '10' } },
      });
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.body).to.deep.equal({
        msg: 'Successfully updated SSID',
        data: { id, ssid_name: `after ${method}` },
      });
      const expected = { ssid_name: `after ${method}`, nat: '1', max_association: 10 };
      expect(await shownSsid(api, home.admin.token, id)).to.include(expected);
    });

    // docs/interface.md#ssid-update-1
    it(`${method} reads the id from network_ssid when the path has none`, async () => {
      const id = await makeSsid(api, home);
      const body = { network_ssid: { id, nat: 2 } };
      const reply = await call(method, '/v1/network_ssids', { body });
      expect(reply.status, reply.text).to.equal(200);
      expect(await shownSsid(api, home.admin.token, id)).to.include({ nat: '2' });
      const byParameter = await call(method, '/v1/network_ssids', {
        body: { id, network_ssid: { id: 999_999_999, nat: 3 } },
      });
      expect(byParameter.status).to.equal(200);
      expect(await shownSsid(api, home.admin.token, id)).to.include({ id, nat: '3' });
    });
  }

  // docs/interface.md#ssid-update-1
  it('changes nothing when an SSID is sent back as shown', async () => {
    const own = await makeSsidHome(api);
    const id = await makeSsid(api, own, EVERY_FIELD);
    const shown = await shownSsid(api, own.admin.token, id);
    const before = await storedSsid(api, id);
    const reply = await update(id, shown, own.admin.token);
    expect(reply.status, reply.text).to.equal(200);
    expect(await storedSsid(api, id)).to.deep.equal(before);
  });

  // docs/interface.md#ssid-update-1
  it('changes nothing when an SSID with only a name is sent back as shown', async () => {
    const id = await makeSsid(api, home);
    const before = await storedSsid(api, id);
    const reply = await update(id, await shownSsid(api, home.admin.token, id));
    expect(reply.status, reply.text).to.equal(200);
    expect(await storedSsid(api, id)).to.deep.equal(before);
  });

  // docs/interface.md#ssid-update-1
  it('sets every field', async () => {
    const own = await makeSsidHome(api);
    const id = await makeSsid(api, own);
    expect((await update(id, EVERY_FIELD, own.admin.token)).status).to.equal(200);
    expect(await shownSsid(api, own.admin.token, id)).to.deep.include(EVERY_FIELD);
  });

  // docs/interface.md#ssid-update-1
  it('resets fields to their defaults for blank values, except a null key, which is kept', async () => {
    const own = await makeSsidHome(api);
    const id = await makeSsid(api, own, EVERY_FIELD);
    const { ssid_name: _name, ...others } = EVERY_FIELD;
    const blank = Object.fromEntries(Object.keys(others).map((name) => [name, null]));
    expect((await update(id, blank, own.admin.token)).status).to.equal(200);
    const shown = await shownSsid(api, own.admin.token, id);
    expect(shown).to.include({ is_enabled: true, is_hidden: false, nat: null, v_lan_attributes: null });
    expect(shown).to.deep.include({ acl_mac_list: [], wpa_key: EVERY_FIELD.wpa_key });
    expect((await update(id, { wpa_key: '' }, own.admin.token)).status).to.equal(200);
    expect(await shownSsid(api, own.admin.token, id)).to.include({ wpa_key: null });
    expect(await storedSsid(api, id)).to.include({ wpaKey: null });
  });

  // docs/interface.md#ssid-update-1
  it('ignores network_id and unknown field names', async () => {
    const other = await makeNetwork(api.deps, home.organisation._id);
    const id = await makeSsid(api, home);
    const before = await storedSsid(api, id);
    await update(id, { network_id: other._id, slot: 3, organisation_id: 1, wpaKey: 'x', nonsense: {} });
    expect(await storedSsid(api, id)).to.deep.equal(before);
  });

  // docs/interface.md#ssid-update-2
  it('answers 422 with 1022 and all messages in one text for invalid fields, and changes nothing', async () => {
    const id = await makeSsid(api, home, { ip_address: '10.0.0.1', subnet_mask: '255.255.255.0' });
    const before = await storedSsid(api, id);
    const reply = await update(id, {
      ssid_name: ' ',
      dhcp_range_start: '10.0.1.7',
      dns_primary: 'dns',
      nat: 1,
    });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.deep.equal({
      msg: 'The SSID could not be updated',
      errors: [
        'ssid_name must be text of 1 to 32 bytes without control characters',
        'dhcp_range_start must be inside the subnet of ip_address and subnet_mask',
        'dns_primary must be an IP address',
      ].join(','),
      error_code: 1022,
    });
    expect(await storedSsid(api, id)).to.deep.equal(before);
  });

  // docs/interface.md#ssid-update-2
  it('answers 422 with 1022 without network_ssid, and 404 with 1021 for an unknown id', async () => {
    const id = await makeSsid(api, home);
    for (const body of [{}, { network_ssid: null }, { network_ssid: '' }]) {
      const reply = await call('PUT', `/v1/network_ssids/${id}`, { body });
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ errors: 'network_ssid is required', error_code: 1022 });
      const unknown = await call('PUT', '/v1/network_ssids/999999999', { body });
      expect(unknown.status).to.equal(404);
      expect(unknown.body).to.include({ error_code: 1021 });
    }
  });

  // docs/interface.md#ssid-update-2
  it('refuses the name of another SSID of the network, and accepts the SSID’s own', async () => {
    const id = await makeSsid(api, home, { ssid_name: 'mine' });
    await makeSsid(api, home, { ssid_name: 'theirs' });
    const reply = await update(id, { ssid_name: 'theirs' });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({
      errors: 'ssid_name is already the name of another SSID of the network',
      error_code: 1022,
    });
    expect((await update(id, { ssid_name: 'mine' })).status).to.equal(200);
  });

  // docs/interface.md#ssid-update-3
  it('answers 404 with 1021 for an unknown, foreign or hidden SSID', async () => {
    const foreign = await makeSsidHome(api);
    const other = await makeNetwork(api.deps, home.organisation._id);
    const { token } = await makeRestricted(api, home, 'full', [other]);
    const id = await makeSsid(api, home);
    const replies = [
      await update(999_999_999, { nat: '1' }),
      await update('abc', { nat: '1' }),
      await update(id, { nat: 'x' }, foreign.admin.token),
      await update(id, { nat: 'x' }, token),
      await call('PUT', '/v1/network_ssids', { body: { network_ssid: { nat: '1' } } }),
      await call('PUT', '/v1/network_ssids', { body: { id: '', network_ssid: { id: 'x', nat: '1' } } }),
    ];
    for (const reply of replies) {
      expect(reply.status).to.equal(404);
      expect(reply.body).to.deep.equal({ msg: 'SSID not found', error_code: 1021 });
    }
  });

  // docs/interface.md#ssid-update-4
  it('answers 403 with 1102 without full access to the network, before it checks the fields', async () => {
    const id = await makeSsid(api, home);
    const readers = [
      await makeRestricted(api, home, 'read', [home.network]),
      await makeUser(api.deps, home.organisation._id, { role: 'viewer' }),
    ];
    for (const { token } of readers) {
      const reply = await update(id, { nat: 'x' }, token);
      expect(reply.status).to.equal(403);
      expect(reply.body).to.include({ error_code: 1102 });
    }
  });

  // docs/interface.md#ssid-update-1
  it('changes only the sent part of v_lan_attributes', async () => {
    const whole = { name: 'guests', enable_dhcp_on_v_lan: true, v_lan_id: 12, id: 3 };
    const id = await makeSsid(api, home, { v_lan_attributes: whole });
    expect((await update(id, { v_lan_attributes: { v_lan_id: 13 } })).status).to.equal(200);
    const shown = await shownSsid(api, home.admin.token, id);
    expect(shown).to.deep.include({ v_lan_attributes: { ...whole, v_lan_id: 13 } });
    expect((await update(id, { v_lan_attributes: { name: null } })).status).to.equal(200);
    expect(await shownSsid(api, home.admin.token, id)).to.deep.include({
      v_lan_attributes: { ...whole, v_lan_id: 13, name: null },
    });
  });
});
