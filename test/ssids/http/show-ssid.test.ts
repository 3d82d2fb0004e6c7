import { expect } from 'chai';
import { EVERY_FIELD, ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

describe('SSID show', () => {
  let fixture: SsidFixture;
  before(async () => {
    fixture = await ssidFixture();
  });
  const show = (token: string, id: number | string) =>
    fixture.call('GET', `/v1/network_ssids/${id}`, { token });

  // docs/interface.md#ssid-show-found
  it('answers 200 with every field of the list, and the network', async () => {
    const id = await fixture.make(EVERY_FIELD);
    const reply = await show(fixture.admin.token, id);
    expect(reply.status).to.equal(200);
    const { _id: network_id, networkName: network_name } = fixture.network;
    expect(reply.body).to.deep.equal({
      data: { network_ssid: { id, network_id, network_name, ...EVERY_FIELD } },
    });
  });

  // docs/interface.md#ssid-show-found
  it('shows defaults for fields that were never set', async () => {
    const shown = await fixture.shown(await fixture.make());
    expect(shown).to.include({ is_enabled: true, is_hidden: false, ssid_mode: null, wpa_key: null });
    expect(shown).to.deep.include({ acl_mac_list: [], dhcp_ranges: [], v_lan_attributes: null });
  });

  // docs/interface.md#ssid-show-not-found
  it('answers 404 with 1021 for an unknown or malformed id', async () => {
    for (const id of [999_999_999, 0, -1, 'abc', '1.5', '9'.repeat(30)]) {
      const reply = await show(fixture.admin.token, id);
      expect(reply.status, String(id)).to.equal(404);
      expect(reply.body).to.deep.equal({ msg: `SSID not found: ${id}`, error_code: 1021 });
    }
  });

  // docs/interface.md#ssid-show-not-found
  it('answers 404 for an SSID outside the caller’s scope', async () => {
    const foreign = await ssidFixture();
    const other = await fixture.addNetwork();
    const id = await fixture.make();
    const { token } = await fixture.restricted('full', [other]);
    expect((await show(foreign.admin.token, id)).status).to.equal(404);
    expect((await show(token, id)).status).to.equal(404);
  });

  it('shows the key only to a caller with full access to the network, and never to a viewer', async () => {
    const id = await fixture.make({ wpa_key: 'only for the few' });
    const full = await fixture.restricted('full', [fixture.network]);
    const read = await fixture.restricted('read', [fixture.network]);
    const viewers = [
      await fixture.user({ role: 'viewer' }),
      await fixture.restricted('full', [fixture.network], { role: 'viewer' }),
    ];
    for (const { token } of [fixture.admin, full])
      expect(await fixture.shown(id, token)).to.include({ wpa_key: 'only for the few' });
    for (const { token } of [read, ...viewers]) {
      const reply = await show(token, id);
      expect(reply.status).to.equal(200);
      expect(reply.text).not.to.contain('only for the few');
      expect(await fixture.shown(id, token)).to.include({ wpa_key: null });
    }
  });

  it('omits a key that was encrypted with an unknown encryption key', async () => {
    const id = await fixture.make({ wpa_key: 'sealed elsewhere' });
    await fixture.api.deps.mongo.models.networkSsids.updateOne(
      { _id: id },
      { $set: { 'wpaKey.keyId': '00000000' } },
    );
    expect(await fixture.shown(id)).to.include({ id, wpa_key: null });
  });
});
