import { expect } from 'chai';
import { EVERY_FIELD, ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

describe('SSID create', () => {
  let fixture: SsidFixture;
  beforeEach(async () => {
    fixture = await ssidFixture();
  });

  // docs/interface.md#ssid-create-1
  it('answers 200 with msg, id and ssid_name and makes the SSID visible', async () => {
    const reply = await fixture.create({ ssid_name: 'Lobby' });
    expect(reply.status, reply.text).to.equal(200);
    const { data } = reply.body as { data: { id: number } };
    expect(reply.body).to.deep.equal({
      msg: 'Successfully created SSID',
      data: { id: data.id, ssid_name: 'Lobby' },
    });
    expect(await fixture.shown(data.id)).to.include({
      ssid_name: 'Lobby',
      network_id: fixture.network._id,
    });
  });

  // docs/interface.md#ssid-create-1
  it('stores and shows every field', async () => {
    const id = await fixture.make(EVERY_FIELD);
    expect(await fixture.shown(id)).to.deep.include(EVERY_FIELD);
  });

  // docs/interface.md#ssid-create-1
  it('accepts numbers for modes, text for numbers and every notation of a flag', async () => {
    for (const [given, shown] of [
      [true, true],
      ['true', true],
      [1, true],
      ['1', true],
      [false, false],
      ['false', false],
      [0, false],
      ['0', false],
    ]) {
      const id = await fixture.make({ is_enabled: given, acc_radius_enabled: given });
      const expected = { is_enabled: shown, acc_radius_enabled: shown };
      expect(await fixture.shown(id), JSON.stringify(given)).to.include(expected);
    }
    const id = await fixture.make({ ssid_mode: 1, nat: '0', max_association: '64', ssid_qos: 0 });
    const expected = { ssid_mode: '1', nat: '0', max_association: 64, ssid_qos: 0 };
    expect(await fixture.shown(id)).to.include(expected);
  });

  // docs/interface.md#ssid-create-1
  it('accepts a form and a query like JSON, with nested names', async () => {
    const form = new URLSearchParams({
      network_id: String(fixture.network._id),
      'network_ssid[ssid_name]': 'From a form',
      'network_ssid[is_hidden]': '1',
      'network_ssid[acl_mac_list][]': '02-00-5e-10-00-01',
      'network_ssid[dhcp_ranges][0][START]': '10.0.0.2',
      'network_ssid[dhcp_ranges][0][END]': '10.0.0.9',
      'network_ssid[v_lan_attributes][v_lan_id]': '12',
    });
    const reply = await fixture.post(form);
    expect(reply.status, reply.text).to.equal(200);
    const { data } = reply.body as { data: { id: number } };
    expect(await fixture.shown(data.id)).to.deep.include({
      is_hidden: true,
      acl_mac_list: ['02:00:5E:10:00:01'],
      dhcp_ranges: [{ START: '10.0.0.2', END: '10.0.0.9' }],
      v_lan_attributes: { name: null, enable_dhcp_on_v_lan: null, v_lan_id: 12, id: null },
    });
    const query = { network_id: fixture.network._id, 'network_ssid[ssid_name]': 'From a query' };
    const queried = await fixture.call('POST', '/v1/network_ssids', { query });
    expect(queried.status, queried.text).to.equal(200);
  });

  // docs/interface.md#ssid-create-1
  it('ignores unknown field names', async () => {
    const id = await fixture.make({
      organisationId: 1,
      position: 99,
      revision: 7,
      settings: {},
      nonsense: 1,
    });
    expect(await fixture.stored(id)).to.include({ organisationId: fixture.organisation._id, revision: 0 });
  });

  // docs/interface.md#ssid-create-2
  it('answers 422 with 1024 and all messages in one text for invalid fields', async () => {
    const reply = await fixture.create({
      ssid_name: '',
      ssid_mode: 'router',
      wpa_key: 'short',
      dhcp_range_start: '10.0.0.9',
      dhcp_range_end: '10.0.0.1',
      v_lan_attributes: { v_lan_id: 4095 },
    });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.deep.equal({
      msg: 'The SSID could not be created',
      errors: [
        'ssid_name must be text of 1 to 32 bytes without control characters',
        'ssid_mode must be a string of digits',
        'wpa_key must be 8 to 63 printable ASCII characters or 64 hexadecimal digits',
        'dhcp_range_end must not be before dhcp_range_start',
        'v_lan_attributes.v_lan_id must be a whole number from 1 to 4094',
      ].join(','),
      error_code: 1024,
    });
    expect(reply.text).not.to.contain('short');
  });

  // docs/interface.md#ssid-create-2
  it('answers 422 with 1024 without network_ssid', async () => {
    for (const body of [
      {},
      { network_ssid: null },
      { network_ssid: '' },
      { network_id: fixture.network._id },
    ]) {
      const reply = await fixture.post(body);
      expect(reply.status).to.equal(422);
      expect(reply.body).to.deep.equal({
        msg: 'The SSID could not be created',
        errors: 'network_ssid is required',
        error_code: 1024,
      });
    }
  });

  // docs/interface.md#ssid-create-2
  it('refuses a name in use in the network, and accepts one in use in another network', async () => {
    await fixture.make({ ssid_name: 'taken' });
    const reply = await fixture.create({ ssid_name: 'taken', nat: 'x' });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({
      errors: 'ssid_name is already the name of another SSID of the network,nat must be a string of digits',
    });
    const other = await fixture.addNetwork();
    await fixture.make({ ssid_name: 'taken' }, other._id);
    await fixture.make({ ssid_name: 'Taken' });
  });

  // docs/interface.md#ssid-create-2
  it('refuses a seventeenth SSID in a network until one is deleted', async () => {
    const ids: number[] = [];
    for (let number = 0; number < 16; number += 1) ids.push(await fixture.make());
    const reply = await fixture.create({ ssid_name: 'seventeenth' });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({
      errors: 'network_id is a network that has 16 SSIDs which is the most',
      error_code: 1024,
    });
    await fixture.call('DELETE', `/v1/network_ssids/${ids[5] ?? 0}`);
    expect((await fixture.create({ ssid_name: 'seventeenth' })).status).to.equal(200);
  });

  it('answers 422 to a network_ssid that is not an object, and to operators', async () => {
    for (const network_ssid of ['text', ['list'], 7]) {
      const reply = await fixture.create(network_ssid);
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1103 });
    }
    const operator = await fixture.create({ ssid_name: { $gt: '' }, associated_aps_and_tags: [{ $ne: 1 }] });
    expect(operator.status).to.equal(422);
    expect(operator.body).to.include({ error_code: 1024 });
  });

  it('encrypts the stored key', async () => {
    const id = await fixture.make({ wpa_key: 'not in the database' });
    const stored = await fixture.stored(id);
    expect(stored?.wpaKey).to.have.all.keys('keyId', 'iv', 'tag', 'data');
    expect(JSON.stringify(stored)).not.to.contain('not in the database');
  });
});
