import { expect } from 'chai';
import { MAX_DOCUMENT_BYTES } from '../../../shared/configuration/domain/document.js';
import type { RadioSettings } from '../../../shared/configuration/records/domain/radio-settings.js';
import { renderDocument } from '../../../shared/configuration/domain/render-document.js';
import type { RadiusSource } from '../../../shared/configuration/domain/render-ssid.js';
import type { Ssid } from '../../../shared/ssids/domain/ssid-fields.js';
import { someSsid, sourcesWith, vectorSources } from '../sources.js';

function wirelessOf(...args: Parameters<typeof sourcesWith>) {
  const { document, leftOut } = renderDocument(sourcesWith(...args));
  return { wireless: document.wireless, leftOut };
}

// docs/configuration.md#document
describe('the document of a device', () => {
  it('has the SSIDs of an access point in a network, and none of a switch or without a network', () => {
    expect(wirelessOf({}).wireless).to.have.length(1);
    expect(wirelessOf({}, { isSwitch: true }).wireless).to.deep.equal([]);
    expect(wirelessOf({}, { networkId: null }).wireless).to.deep.equal([]);
    expect(wirelessOf({ is_enabled: false })).to.deep.equal({ wireless: [], leftOut: [] });
  });

  // docs/configuration.md#radios
  it('has the radios of every band, each member of the device before that of its network', () => {
    const none = { enabled: null, channel: null, channels: null };
    const options = { hostapd: [], uci: [] };
    const rest = { width_mhz: null, power_dbm: null, legacy_rates: null, options };
    const radiosOf = (network: RadioSettings | null, device: RadioSettings | null, isSwitch = false) => {
      const sources = vectorSources();
      const own = { ...sources.device, isSwitch, radio: device };
      return renderDocument({ ...sources, radio: network, device: own }).document.radios;
    };
    const unset = (country: string | null) =>
      (['2g', '5g', '6g'] as const).map((band) => ({ band, country, ...none, ...rest }));
    expect(radiosOf(null, null)).to.deep.equal(unset(null));
    expect(radiosOf(null, null, true)).to.deep.equal([]);
    const network = {
      country: 'DE',
      bands: { '5g': { enabled: true, channel: 'auto', channels: [36, 52], width_mhz: 80 } },
    } as const;
    const [, ofNetwork] = radiosOf(network, null);
    expect(ofNetwork).to.deep.equal({ ...unset('DE')[1], ...network.bands['5g'] });
    const [second, fifth, sixth] = radiosOf(network, {
      country: 'AT',
      bands: {
        '5g': { channel: 149, enabled: false },
        '6g': { power_dbm: 0, options: { hostapd: { okc: '1', beacon_int: '200' }, uci: {} } },
      },
    });
    expect(second).to.deep.equal(unset('AT')[0]);
    expect(fifth).to.deep.equal({ ...unset('AT')[1], enabled: false, channel: 149, width_mhz: 80 });
    expect(sixth).to.deep.equal({
      ...unset('AT')[2],
      power_dbm: 0,
      options: { hostapd: ['beacon_int=200', 'okc=1'], uci: [] },
    });
    expect(radiosOf(network, null)[0]).to.deep.equal(unset('DE')[0]);
  });

  it('has an SSID that names devices and tags only on these', () => {
    const limited = { associated_aps_and_tags: ['AP:6', 'tag:3'] };
    expect(wirelessOf(limited).wireless).to.have.length(1);
    expect(wirelessOf(limited, { id: 7 }).wireless).to.deep.equal([]);
    expect(wirelessOf(limited, { id: 7, tagIds: [3, 4] }).wireless).to.have.length(1);
  });

  it('shows a portal, a rate and a walled garden only where their switches are on', () => {
    const fields = {
      captive_portal: '1',
      splash_url: 'https://example.org/',
      success_url: 'https://example.org/in',
      walled_garden_range: '192.0.2.0/24, example.org',
      ssid_qos: 500,
    };
    const off = wirelessOf(fields).wireless[0];
    expect(off?.ssid_kbps).to.equal(null);
    expect(off?.portal).to.deep.equal({
      login: 'click',
      splash_url: 'https://example.org/',
      success_url: null,
      walled_garden: [],
    });
    const switches = { enable_ssid_qos: true, overwrite_success_url: true, wallgarden: true };
    const on = wirelessOf({ ...fields, ...switches }).wireless[0];
    expect(on?.ssid_kbps).to.equal(500);
    expect(on?.portal?.success_url).to.equal('https://example.org/in');
    expect(on?.portal?.walled_garden).to.deep.equal(['192.0.2.0/24', 'example.org']);
  });

  it('names the RADIUS servers of an SSID with EAP, for accounting only where it is on', () => {
    const server = (host: string) => ({
      host,
      authPort: 1812,
      acctPort: 1813,
      secret: `secret of ${host}`,
      nasIdentifier: null,
    });
    const servers = new Map<number, RadiusSource>([
      [1, { ...server('192.0.2.1'), nasIdentifier: 'lobby' }],
      [2, server('2001:db8::2')],
    ]);
    const named = { security_mode: '3', auth_radius_id: 1, acc_radius_id: 2, default_interim_time: 300 };
    const shown = (fields: Partial<Ssid>) => {
      const { wireless, leftOut } = wirelessOf({ ...named, ...fields }, {}, servers);
      return { servers: wireless[0]?.security.servers, accounting: wireless[0]?.accounting, leftOut };
    };
    const first = { host: '192.0.2.1', port: 1812, secret: 'secret of 192.0.2.1', nas_identifier: 'lobby' };
    const second = { host: '2001:db8::2', port: 1813, secret: 'secret of 2001:db8::2', nas_identifier: null };
    expect(shown({})).to.deep.equal({ servers: [first], accounting: null, leftOut: [] });
    expect(shown({ acc_radius_enabled: true })).to.deep.equal({
      servers: [first],
      accounting: { servers: [second], interim_s: 300 },
      leftOut: [],
    });
    const psk = { security_mode: '2', wpa_key: 'room-service-only', acc_radius_enabled: true };
    expect(shown(psk)).to.deep.equal({ servers: [], accounting: null, leftOut: [] });
    const missing = { field: 'acc_radius_id', value: '3', reason: 'radius' };
    expect(shown({ acc_radius_enabled: true, acc_radius_id: 3 }).leftOut).to.deep.equal([
      { ssid_id: 2, ...missing },
    ]);
    const unset = { ...missing, value: null };
    expect(shown({ acc_radius_enabled: true, acc_radius_id: null }).leftOut).to.deep.equal([
      { ssid_id: 2, ...unset },
    ]);
  });

  it('has the router of an SSID in router mode: its ranges, hosts and name servers', () => {
    const { wireless } = wirelessOf({
      ssid_mode: '1',
      ip_address: '192.0.2.1',
      subnet_mask: '255.255.255.0',
      dhcp_relay_server: '2',
      dhcp_range_start: '192.0.2.10',
      dhcp_range_end: '192.0.2.20',
      dhcp_ranges: [{ START: '192.0.2.30', END: '192.0.2.40' }],
      dhcp_mappings: [{ IPADDR: '192.0.2.9', MAC: '02:00:00:00:00:01' }],
      dns_mode: '1',
      dns_primary: '192.0.2.53',
    });
    expect(wireless[0]?.router).to.deep.equal({
      address: '192.0.2.1',
      netmask: '255.255.255.0',
      nat: true,
      dhcp: 'server',
      lease_s: null,
      ranges: [
        { start: '192.0.2.10', end: '192.0.2.20' },
        { start: '192.0.2.30', end: '192.0.2.40' },
      ],
      hosts: [{ address: '192.0.2.9', mac: '02:00:00:00:00:01' }],
      dns: ['192.0.2.53'],
    });
  });

  it('has the known texts and integers of an uplink; an uplink of an unknown type is left out', () => {
    const { document, leftOut } = renderDocument({
      ...vectorSources(),
      uplinks: [
        { id: 2, uplinkType: '7', details: { key: 'secret' } },
        {
          id: 1,
          uplinkType: '4',
          details: { apn: 'internet', mtu: 1400, dns: ['192.0.2.1'], priority: 0.5 },
        },
      ],
    });
    expect(document.uplinks).to.deep.equal([{ type: 'usb-modem', settings: { apn: 'internet', mtu: 1400 } }]);
    expect(leftOut).to.deep.equal([
      { ssid_id: null, field: 'uplink_type', value: '7', reason: 'unknown_number' },
    ]);
  });

  // docs/configuration.md#left-out
  const reasons: readonly [fields: Partial<Ssid>, field: string, value: string | null, reason: string][] = [
    [{ radio_band: '9' }, 'radio_band', '9', 'unknown_number'],
    [{ nat: '12' }, 'nat', '12', 'unknown_number'],
    [{ security_mode: null }, 'security_mode', null, 'not_set'],
    [{ wpa_key: null }, 'wpa_key', null, 'key_missing'],
    [{ psk_type: '2' }, 'psk_type', '2', 'key_type'],
    [{ psk_type: '1', wpa_key: 'a'.repeat(64) }, 'psk_type', '1', 'key_type'],
    [{ security_mode: '4', wpa_key: 'a'.repeat(64) }, 'psk_type', null, 'key_type'],
    [{ security_mode: '3' }, 'auth_radius_id', null, 'radius'],
    [{ security_mode: '3', auth_radius_id: 9 }, 'auth_radius_id', '9', 'radius'],
    [{ captive_portal: '2' }, 'auth_radius_id', null, 'radius'],
    [{ ssid_mode: '1' }, 'ip_address', null, 'router_address'],
    [{ ssid_mode: '1', ip_address: '192.0.2.1' }, 'subnet_mask', null, 'router_address'],
  ];
  for (const [fields, field, value, reason] of reasons) {
    it(`leaves out an SSID with ${JSON.stringify(fields)}: ${reason}`, () => {
      const { wireless, leftOut } = wirelessOf(fields);
      expect(wireless).to.deep.equal([]);
      expect(leftOut).to.deep.equal([{ ssid_id: 2, field, value, reason }]);
    });
  }

  it('never makes an SSID open by omission, and has no key of one that is', () => {
    expect(wirelessOf({ security_mode: '0' }).wireless[0]?.security).to.deep.equal({
      mode: 'open',
      ciphers: [],
      key: null,
      servers: [],
    });
    expect(wirelessOf({ security_mode: '7' }).wireless[0]?.security.key).to.equal(null);
  });

  it('has at most 256 KiB: the SSID that exceeds it is left out with all after it', () => {
    const dhcp_mappings = Array.from({ length: 900 }, (_, host) => ({
      IPADDR: `192.0.2.${host % 250}`,
      MAC: '02:00:00:00:00:01',
    }));
    const router = { ssid_mode: '1', ip_address: '192.0.2.1', subnet_mask: '255.255.255.0' };
    const big = someSsid({ ...router, dhcp_mappings });
    const ssids = Array.from({ length: 9 }, (_, id) => ({
      id,
      networkId: 1,
      ssid: { ...(id === 8 ? someSsid() : big), ssid_name: `Lobby ${id}` },
      servers: new Map<number, RadiusSource>(),
    }));
    const { document, body, leftOut } = renderDocument({ ...vectorSources(), ssids });
    const count = document.wireless.length;
    expect(Buffer.byteLength(body)).to.be.at.most(MAX_DOCUMENT_BYTES);
    expect(leftOut).to.deep.equal(
      ssids.slice(count).map(({ id }) => ({ ssid_id: id, field: null, value: null, reason: 'too_large' })),
    );
    expect(count).to.be.within(3, 7);
  });
});
