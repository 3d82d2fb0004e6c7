import { expect } from 'chai';
import { EVERY_FIELD, ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

describe('SSID update', () => {
  let fixture: SsidFixture;
  before(async () => {
    fixture = await ssidFixture();
  });

  for (const method of ['PUT', 'PATCH']) {
    // docs/interface.md#ssid-update-1
    it(`${method} answers 200 with msg, id and ssid_name and changes only the sent fields`, async () => {
      const id = await fixture.make({ ssid_name: `before ${method}`, nat: '1', max_association: 9 });
      const reply = await fixture.call(method, `/v1/network_ssids/${id}`, {
        body: { network_ssid: { ssid_name: `after ${method}`, max_association: '10' } },
      });
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.body).to.deep.equal({
        msg: 'Successfully updated SSID',
        data: { id, ssid_name: `after ${method}` },
      });
      const expected = { ssid_name: `after ${method}`, nat: '1', max_association: 10 };
      expect(await fixture.shown(id)).to.include(expected);
    });

    // docs/interface.md#ssid-update-1
    it(`${method} reads the id from network_ssid when the path has none`, async () => {
      const id = await fixture.make();
      const body = { network_ssid: { id, nat: 2 } };
      const reply = await fixture.call(method, '/v1/network_ssids', { body });
      expect(reply.status, reply.text).to.equal(200);
      expect(await fixture.shown(id)).to.include({ nat: '2' });
      const byParameter = await fixture.call(method, '/v1/network_ssids', {
        body: { id, network_ssid: { id: 999_999_999, nat: 3 } },
      });
      expect(byParameter.status).to.equal(200);
      expect(await fixture.shown(id)).to.include({ id, nat: '3' });
    });
  }

  // docs/interface.md#ssid-update-1
  it('changes nothing when an SSID is sent back as shown', async () => {
    const own = await ssidFixture();
    const id = await own.make(EVERY_FIELD);
    const shown = await own.shown(id);
    const before = await fixture.stored(id);
    const reply = await own.update(id, shown);
    expect(reply.status, reply.text).to.equal(200);
    expect(await fixture.stored(id)).to.deep.equal(before);
  });

  it('is refused with what no access point can do, unless it was stored before', async () => {
    const own = await ssidFixture();
    const id = await own.make({ security_mode: '4', wpa_key: 'room-service-only' });
    const errorsOf = async (fields: object): Promise<unknown> => {
      const { status, body } = await own.update(id, fields);
      return [status, (body as { errors?: unknown }).errors];
    };
    const clients = 'max_association must be a whole number from 1 to 2007';
    const tkip = 'wpa_algorithm must be without TKIP for SAE and OWE';
    expect(await errorsOf({ max_association: 0 })).to.deep.equal([422, clients]);
    expect(await errorsOf({ max_association: 2008, wpa_algorithm: '2' })).to.deep.equal([
      422,
      `${tkip},${clients}`,
    ]);
    const { networkSsids } = own.api.deps.mongo.models;
    await networkSsids.updateOne({ _id: id }, { $set: { 'settings.max_association': 5000 } });
    const reply = await own.update(id, { ...(await own.shown(id)), is_hidden: true });
    expect(reply.status, reply.text).to.equal(200);
    expect(await own.shown(id)).to.include({ max_association: 5000, is_hidden: true });
  });

  // docs/interface.md#ssid-update-1
  it('changes nothing when an SSID with only a name is sent back as shown', async () => {
    const id = await fixture.make();
    const before = await fixture.stored(id);
    const reply = await fixture.update(id, await fixture.shown(id));
    expect(reply.status, reply.text).to.equal(200);
    expect(await fixture.stored(id)).to.deep.equal(before);
  });

  // docs/interface.md#ssid-update-1
  it('sets every field', async () => {
    const own = await ssidFixture();
    const id = await own.make();
    expect((await own.update(id, EVERY_FIELD)).status).to.equal(200);
    expect(await own.shown(id)).to.deep.include(EVERY_FIELD);
  });

  // docs/interface.md#ssid-update-1
  it('resets fields to their defaults for blank values, except a null key, which is kept', async () => {
    const own = await ssidFixture();
    const id = await own.make(EVERY_FIELD);
    const { ssid_name: _name, ...others } = EVERY_FIELD;
    const blank = Object.fromEntries(Object.keys(others).map((name) => [name, null]));
    expect((await own.update(id, blank)).status).to.equal(200);
    const shown = await own.shown(id);
    expect(shown).to.include({ is_enabled: true, is_hidden: false, nat: null, v_lan_attributes: null });
    expect(shown).to.deep.include({ acl_mac_list: [], wpa_key: EVERY_FIELD.wpa_key });
    expect((await own.update(id, { wpa_key: '' })).status).to.equal(200);
    expect(await own.shown(id)).to.include({ wpa_key: null });
    expect(await fixture.stored(id)).to.include({ wpaKey: null });
  });

  // docs/interface.md#ssid-update-1
  it('ignores network_id and unknown field names', async () => {
    const other = await fixture.addNetwork();
    const id = await fixture.make();
    const before = await fixture.stored(id);
    await fixture.update(id, {
      network_id: other._id,
      position: 3,
      organisation_id: 1,
      wpaKey: 'x',
      nonsense: {},
    });
    expect(await fixture.stored(id)).to.deep.equal(before);
  });

  // docs/interface.md#ssid-update-2
  it('answers 422 with 1022 and all messages in one text for invalid fields, and changes nothing', async () => {
    const id = await fixture.make({ ip_address: '10.0.0.1', subnet_mask: '255.255.255.0' });
    const before = await fixture.stored(id);
    const reply = await fixture.update(id, {
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
    expect(await fixture.stored(id)).to.deep.equal(before);
  });

  // docs/interface.md#ssid-update-2
  it('answers 422 with 1022 without network_ssid, and 404 with 1021 for an unknown id', async () => {
    const id = await fixture.make();
    for (const body of [{}, { network_ssid: null }, { network_ssid: '' }]) {
      const reply = await fixture.call('PUT', `/v1/network_ssids/${id}`, { body });
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ errors: 'network_ssid is required', error_code: 1022 });
      const unknown = await fixture.call('PUT', '/v1/network_ssids/999999999', { body });
      expect(unknown.status).to.equal(404);
      expect(unknown.body).to.include({ error_code: 1021 });
    }
  });

  // docs/interface.md#ssid-update-2
  it('refuses the name of another SSID of the network, and accepts the SSID’s own', async () => {
    const id = await fixture.make({ ssid_name: 'mine' });
    await fixture.make({ ssid_name: 'theirs' });
    const reply = await fixture.update(id, { ssid_name: 'theirs' });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({
      errors: 'ssid_name is already the name of another SSID of the network',
      error_code: 1022,
    });
    expect((await fixture.update(id, { ssid_name: 'mine' })).status).to.equal(200);
  });

  // docs/interface.md#ssid-update-3
  it('answers 404 with 1021 for an unknown, foreign or hidden SSID', async () => {
    const foreign = await ssidFixture();
    const other = await fixture.addNetwork();
    const { token } = await fixture.restricted('full', [other]);
    const id = await fixture.make();
    const replies = [
      await fixture.update(999_999_999, { nat: '1' }),
      await fixture.update('abc', { nat: '1' }),
      await fixture.update(id, { nat: 'x' }, foreign.admin.token),
      await fixture.update(id, { nat: 'x' }, token),
      await fixture.call('PUT', '/v1/network_ssids', { body: { network_ssid: { nat: '1' } } }),
      await fixture.call('PUT', '/v1/network_ssids', {
        body: { id: '', network_ssid: { id: 'x', nat: '1' } },
      }),
    ];
    for (const reply of replies) {
      expect(reply.status).to.equal(404);
      expect(reply.body).to.include({ error_code: 1021 });
      expect(reply.body)
        .to.have.property('msg')
        .that.matches(/^SSID not found/);
    }
  });

  // docs/interface.md#ssid-update-4
  it('answers 403 with 1102 without full access to the network, before it checks the fields', async () => {
    const id = await fixture.make();
    const readers = [
      await fixture.restricted('read', [fixture.network]),
      await fixture.user({ role: 'viewer' }),
    ];
    for (const { token } of readers) {
      const reply = await fixture.update(id, { nat: 'x' }, token);
      expect(reply.status).to.equal(403);
      expect(reply.body).to.include({ error_code: 1102 });
    }
  });

  // docs/interface.md#ssid-update-1
  it('changes only the sent part of v_lan_attributes', async () => {
    const whole = { name: 'guests', enable_dhcp_on_v_lan: true, v_lan_id: 12, id: 3 };
    const id = await fixture.make({ v_lan_attributes: whole });
    expect((await fixture.update(id, { v_lan_attributes: { v_lan_id: 13 } })).status).to.equal(200);
    const shown = await fixture.shown(id);
    expect(shown).to.deep.include({ v_lan_attributes: { ...whole, v_lan_id: 13 } });
    expect((await fixture.update(id, { v_lan_attributes: { name: null } })).status).to.equal(200);
    expect(await fixture.shown(id)).to.deep.include({
      v_lan_attributes: { ...whole, v_lan_id: 13, name: null },
    });
  });
});
