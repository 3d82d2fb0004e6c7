import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

const ROUTER = { ssid_mode: '1', dhcp_relay_server: '2' };

describe('update_network_ssid', () => {
  let fixture: SsidFixture;
  before(async () => {
    fixture = await ssidFixture();
  });

  function call(method: string, path: string, body: unknown, token = fixture.admin.token): Promise<Reply> {
    return fixture.call(method, path, { token, body });
  }
  const update = (id: number | string, network_ssid: unknown, token = fixture.admin.token) =>
    call('PUT', `/v1/network_ssids/${id}/update_network_ssid`, { network_ssid }, token);

  for (const method of ['PUT', 'PATCH']) {
    // docs/interface.md#update_network_ssid-1
    it(`answers ${method} as SSID update does, with the id in the path or in the object`, async () => {
      const id = await fixture.make({ ssid_name: `router ${method}`, nat: '7' });
      const network_ssid = { ...ROUTER, ip_address: '10.1.0.1' };
      const reply = await call(method, `/v1/network_ssids/${id}/update_network_ssid`, { network_ssid });
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.body).to.deep.equal({
        msg: 'Successfully updated SSID',
        data: { id, ssid_name: `router ${method}` },
      });
      expect(await fixture.shown(id)).to.include({ ...network_ssid, nat: '7' });
      const inObject = await call(method, '/v1/update_network_ssid', {
        network_ssid: { ...ROUTER, id, nat: 8 },
      });
      expect(inObject.status, inObject.text).to.equal(200);
      expect(await fixture.shown(id)).to.include({ nat: '8' });
    });
  }

  // docs/interface.md#update_network_ssid-1
  it('accepts numbers for the two values', async () => {
    const id = await fixture.make();
    expect((await update(id, { ssid_mode: 1, dhcp_relay_server: 2 })).status).to.equal(200);
  });

  // docs/interface.md#update_network_ssid-2
  it('answers 422 with 1023 unless the request has both values, whatever is stored', async () => {
    const id = await fixture.make(ROUTER);
    const before = await fixture.stored(id);
    for (const network_ssid of [
      {},
      { ssid_mode: '1' },
      { dhcp_relay_server: '2' },
      { ssid_mode: '2', dhcp_relay_server: '2' },
      { ssid_mode: '1', dhcp_relay_server: '1' },
      { ssid_mode: ['1'], dhcp_relay_server: { $ne: 1 } },
      { ssid_mode: null, dhcp_relay_server: '' },
    ]) {
      const reply = await update(id, { ...network_ssid, nat: '5' });
      expect(reply.status, JSON.stringify(network_ssid)).to.equal(422);
      expect(reply.body).to.deep.equal({
        msg: 'The SSID needs router mode and an enabled DHCP server',
        error_code: 1023,
      });
    }
    expect(await fixture.stored(id)).to.deep.equal(before);
  });

  // docs/interface.md#update_network_ssid-2
  it('checks router mode after an unknown SSID and a missing object', async () => {
    const unknown = await update(999_999_999, { ssid_mode: '2' });
    expect([unknown.status, (unknown.body as { error_code: number }).error_code]).to.deep.equal([404, 1021]);
    const missing = await call('PUT', '/v1/update_network_ssid', {});
    expect(missing.status).to.equal(422);
    expect(missing.body).to.include({ errors: 'network_ssid is required', error_code: 1022 });
  });

  // docs/interface.md#update_network_ssid-1
  it('answers 422 with 1022 and all messages for invalid fields', async () => {
    const reply = await update(await fixture.make(), { ...ROUTER, nat: 'x', ip_address: 'y' });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({
      errors: 'nat must be a string of digits,ip_address must be an IPv4 address',
      error_code: 1022,
    });
  });

  // docs/interface.md#update_network_ssid-1
  it('answers 404 with 1021 for an unknown SSID', async () => {
    const foreign = await ssidFixture();
    for (const id of [999_999_999, 'abc', await foreign.make()]) {
      const reply = await update(id, ROUTER);
      expect(reply.status).to.equal(404);
      expect(reply.body).to.include({ error_code: 1021 });
    }
  });

  // docs/interface.md#update_network_ssid-1
  it('refuses a viewer with 403 and 1102', async () => {
    const { token } = await fixture.user({ role: 'viewer' });
    const reply = await update(await fixture.make(), ROUTER, token);
    expect(reply.status).to.equal(403);
    expect(reply.body).to.include({ error_code: 1102 });
  });
});
