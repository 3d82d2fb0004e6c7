import { expect } from 'chai';
import { ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

const NONE = {
  fast_roaming: null,
  neighbor_reports: null,
  bss_transition: null,
  dynamic_vlan: null,
  dtim_period: null,
  dhcp_relay_address: null,
  options: null,
};

describe('the extras of an SSID', () => {
  let fixture: SsidFixture;
  before(async () => {
    fixture = await ssidFixture();
  });

  const errorsOf = async (sent: object): Promise<[number, unknown, unknown]> => {
    const { status, body } = await fixture.create({ ssid_name: `SSID ${Math.random()}`, ...sent });
    const { error_code, errors } = body as { error_code?: number; errors?: string };
    return [status, error_code, errors];
  };

  // docs/interface.md#extras
  it('are stored, and shown with all of their members only while one is set', async () => {
    const id = await fixture.make();
    expect(await fixture.shown(id)).not.to.have.property('extras');
    const options = { hostapd: { venue_name: 'eng:Café "1"' }, uci: {} };
    const extras = { dtim_period: '3', dhcp_relay_address: '192.0.2.9', neighbor_reports: true, options };
    expect((await fixture.update(id, { extras })).status).to.equal(200);
    expect((await fixture.shown(id)).extras).to.deep.equal({ ...NONE, ...extras, dtim_period: 3 });
    expect((await fixture.update(id, { extras: { dtim_period: null, options: null } })).status).to.equal(200);
    const left = { ...NONE, dhcp_relay_address: '192.0.2.9', neighbor_reports: true };
    expect((await fixture.shown(id)).extras).to.deep.equal(left);
    const before = await fixture.stored(id);
    await fixture.update(id, await fixture.shown(id));
    expect(await fixture.stored(id)).to.deep.equal(before);
    await fixture.update(id, { extras: null });
    expect(await fixture.shown(id)).not.to.have.property('extras');
  });

  it('are read from a form', async () => {
    const query = {
      network_id: fixture.network._id,
      'network_ssid[ssid_name]': 'From a form',
      'network_ssid[extras][bss_transition]': '1',
      'network_ssid[extras][options][uci][uapsd]': '0',
    };
    const reply = await fixture.call('POST', '/v1/network_ssids', { query });
    expect(reply.status, reply.text).to.equal(200);
    expect((await fixture.shown((reply.body as { data: { id: number } }).data.id)).extras).to.deep.equal({
      ...NONE,
      bss_transition: true,
      options: { hostapd: {}, uci: { uapsd: '0' } },
    });
  });

  it('are refused with the path of each member that is not valid', async () => {
    const options = { hostapd: { wpa_key_mgmt: 'NONE' } };
    expect(await errorsOf({ extras: { dtim_period: 0, dhcp_relay_address: 'x', options } })).to.deep.equal([
      422,
      1024,
      'extras.dtim_period must be a whole number from 1 to 255,' +
        'extras.dhcp_relay_address must be an IPv4 address,' +
        'extras.options.hostapd.wpa_key_mgmt is an option that changes the security of the SSID',
    ]);
    const id = await fixture.make();
    const { status, body } = await fixture.update(id, { extras: { options: { uci: { key: 'x' } } } });
    expect([status, (body as { error_code: number }).error_code]).to.deep.equal([422, 1022]);
  });

  it('are refused where the security mode does not allow them', async () => {
    expect(await errorsOf({ security_mode: '0', extras: { fast_roaming: true } })).to.deep.equal([
      422,
      1024,
      'extras.fast_roaming must be off without a key or a RADIUS server',
    ]);
    const psk = { security_mode: '2', wpa_key: 'room-service-only' };
    expect(await errorsOf({ ...psk, extras: { dynamic_vlan: true } })).to.deep.equal([
      422,
      1024,
      'extras.dynamic_vlan must be off without EAP',
    ]);
  });

  // docs/interface.md#extras-options
  it('have options that only administrators change', async () => {
    const operator = await fixture.restricted('full', [fixture.network]);
    const id = await fixture.make({ extras: { options: { hostapd: { okc: '1' }, uci: {} } } });
    const shown = await fixture.shown(id, operator.token);
    expect(shown.extras).to.deep.include({ options: { hostapd: { okc: '1' }, uci: {} } });
    const other = { ...shown, extras: { ...(shown.extras as object), dtim_period: 2 } };
    expect((await fixture.update(id, other, operator.token)).status).to.equal(200);
    for (const extras of [null, { options: null }, { options: { hostapd: { okc: '0' } } }, { options: 5 }])
      expect((await fixture.update(id, { extras }, operator.token)).body).to.include({ error_code: 1102 });
    const options = { hostapd: { okc: '1' } };
    const created = await fixture.create({ ssid_name: 'Mine', extras: { options } }, operator.token);
    expect(created.body).to.include({ error_code: 1102 });
    expect((await fixture.stored(id))?.settings.extras).to.deep.include({ dtim_period: 2 });
  });

  it('are copied, and in the audit log', async () => {
    const id = await fixture.make({ extras: { options: { hostapd: { okc: '1' } } } });
    const network = await fixture.addNetwork();
    const body = { network_ids: [network._id] };
    const reply = await fixture.call('POST', `/v1/network_ssids/${id}/copy`, { body });
    const [{ ssid_id: copy } = { ssid_id: 0 }] = (reply.body as { data: { results: { ssid_id: number }[] } })
      .data.results;
    const extras = { ...NONE, options: { hostapd: { okc: '1' }, uci: {} } };
    expect((await fixture.shown(copy)).extras).to.deep.equal(extras);
    await fixture.update(copy, { extras: { options: null } });
    const entry = await fixture.api.deps.mongo.models.auditEntries
      .findOne({ subject: `ssid:${copy}`, action: 'ssid.updated' })
      .lean();
    expect(entry).to.deep.include({
      before: { network_id: network._id, extras },
      after: { network_id: network._id, extras: NONE },
    });
  });
});
