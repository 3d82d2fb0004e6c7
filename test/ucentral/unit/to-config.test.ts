import { expect } from 'chai';
import type { WirelessEntry } from '../../../shared/configuration/domain/document.js';
import { mappingOf, readCapabilities } from '../../../shared/ucentral/domain/config/capabilities.js';
import { emptyConfig, hashOfConfig, toConfig } from '../../../shared/ucentral/domain/to-config.js';
import {
  documentWith,
  DUAL_BAND,
  radioEntries,
  ROUTER,
  SPLIT_5G,
  TRI_BAND,
  WIFI_5,
  wirelessEntry,
} from '../../../dev/conformance/ucentral-cases.js';

const features = (leftOut: readonly { ssid_id: number; feature: string }[]) =>
  leftOut.map(({ ssid_id: id, feature }) => `${id} ${feature}`);

function mapped(wireless: readonly WirelessEntry[], capabilities = DUAL_BAND) {
  return toConfig(documentWith({ wireless }), capabilities);
}

function ssidFor(fields: Partial<WirelessEntry>, capabilities = DUAL_BAND) {
  const { config, leftOut } = mapped([wirelessEntry(fields)], capabilities);
  return { ssid: config.interfaces[0]?.ssids?.[0], leftOut: features(leftOut) };
}

function radiosFor(fields: Parameters<typeof radioEntries>[0], capabilities = DUAL_BAND) {
  const { config, leftOut } = toConfig(documentWith({ radios: radioEntries(fields) }), capabilities);
  return { radios: config.radios, leftOut: features(leftOut) };
}

// docs/ucentral.md#mapping
describe('the configuration of an access point', () => {
  it('has the name, and the time zone as a rule', () => {
    const { config } = mapped([]);
    expect(config.unit).to.deep.equal({
      name: 'Lobby "A"',
      hostname: 'Lobby-A',
      timezone: 'CET-1CEST,M3.5.0,M10.5.0/3',
    });
    const device = { id: 6, mac_id: '02:00:5E:10:00:06', name: '客厅', part_number: '' };
    const other = toConfig(documentWith({ device, time_zone: 'Mars/Olympus' }), DUAL_BAND);
    expect(other.config.unit).to.include({ hostname: '02005e100006', timezone: 'UTC0' });
    expect(features(other.leftOut)).to.deep.equal(['0 time_zone']);
  });

  it('sets channel, mode and width of every radio, in modes that it has', () => {
    expect(radiosFor({}, WIFI_5).radios).to.deep.equal([
      { band: '2G', channel: 'auto', 'channel-mode': 'HT', 'channel-width': 20, country: 'US' },
      {
        band: '5G',
        channel: 'auto',
        'channel-mode': 'VHT',
        'channel-width': 80,
        'allow-dfs': false,
        country: 'US',
      },
    ]);
  });

  it('takes the nearest channel and width', () => {
    const set = toConfig(
      documentWith({
        radios: radioEntries({ width_mhz: 80, channel: 44 }).map((radio) =>
          radio.band === '2g' ? { ...radio, width_mhz: 40, channel: 14 } : radio,
        ),
      }),
      DUAL_BAND,
    );
    expect(set.config.radios.map((radio) => [radio.channel, radio['channel-width']])).to.deep.equal([
      ['auto', 40],
      [36, 80],
    ]);
    expect(set.leftOut).to.deep.include({
      ssid_id: 0,
      feature: 'channel',
      field: '5g',
      message: '36 instead of 44',
    });
    expect(features(set.leftOut)).to.deep.equal(['0 channel', '0 channel']);
    expect(radiosFor({ width_mhz: 160 }).leftOut).to.include('0 width');
    expect(radiosFor({ channel: 52 }, WIFI_5).leftOut).to.include('0 channel');
  });

  it('gives a channel to the one of two radios that has it', () => {
    const { radios, leftOut } = radiosFor({ channel: 100, width_mhz: 20 }, SPLIT_5G);
    expect(radios.map(({ band, channel }) => `${band} ${channel}`)).to.deep.equal([
      '2G auto',
      '5G-lower auto',
      '5G-upper 100',
    ]);
    expect(leftOut).to.deep.equal(['0 channel']);
  });

  it('takes the country of the document, else its own, and none that it may not have', () => {
    expect(radiosFor({ country: 'FR' }).radios[0]?.country).to.equal('FR');
    const restricted = radiosFor({ country: 'FR' }, WIFI_5);
    expect(restricted.radios[0]?.country).to.equal('US');
    expect(restricted.leftOut).to.deep.equal(['0 country']);
    const nowhere = mapped([wirelessEntry()], { ...DUAL_BAND, country: null });
    expect(nowhere.config.radios).to.deep.equal([]);
    expect(nowhere.config.interfaces[0]).not.to.have.property('ssids');
    expect(features(nowhere.leftOut)).to.deep.equal(['1 country']);
  });

  it('bridges SSIDs to the uplink, or to a VLAN with a tag', () => {
    const { config, ssidIds } = mapped([
      wirelessEntry(),
      wirelessEntry({ id: 2, vlan: { id: 20, dhcp: false } }),
      wirelessEntry({ id: 3, vlan: { id: 20, dhcp: true } }),
    ]);
    expect(ssidIds).to.deep.equal([[1], [2, 3]]);
    expect(config.interfaces[0]?.ethernet).to.deep.equal([{ 'select-ports': ['WAN*', 'LAN*'] }]);
    expect(config.interfaces[1]).to.deep.include({
      vlan: { id: 20 },
      ethernet: [{ 'select-ports': ['WAN*'], 'vlan-tag': 'tagged' }],
      ipv4: { addressing: 'dynamic' },
    });
    expect(ssidFor({ vlan: { id: 4051, dhcp: false } }).leftOut).to.deep.equal(['1 vlan']);
  });

  it('leaves out SSIDs whose security it does not have', () => {
    const { security } = wirelessEntry();
    expect(ssidFor({ security: { ...security, key: 'a'.repeat(64) } }).leftOut).to.deep.equal(['1 key']);
    expect(ssidFor({ security: { ...security, ciphers: ['tkip', 'ccmp'] } }).leftOut).to.deep.equal([
      '1 ciphers',
    ]);
    const server = { host: '192.0.2.1', port: 812, secret: 's', nas_identifier: null };
    const eap = { mode: 'wpa2-eap', ciphers: ['ccmp'], key: null, servers: [server] } as const;
    expect(ssidFor({ security: eap }).leftOut).to.deep.equal(['1 radius']);
    expect(ssidFor({ security: { ...eap, servers: [{ ...server, port: 1812 }] } }).ssid).to.deep.include({
      encryption: { proto: 'wpa2', ieee80211w: 'disabled' },
      radius: { authentication: { host: '192.0.2.1', port: 1812, secret: 's' } },
    });
  });

  it('sends on 6 GHz only what is allowed there', () => {
    const bands = ['2g', '6g'] as const;
    expect(ssidFor({ bands }, TRI_BAND).ssid?.['wifi-bands']).to.deep.equal(['2G']);
    const { security } = wirelessEntry();
    const sae = ssidFor({ bands, security: { ...security, mode: 'wpa3-sae' } }, TRI_BAND);
    expect(sae.ssid?.['wifi-bands']).to.deep.equal(['2G', '6G']);
    expect(ssidFor({ bands: ['6g'] }, TRI_BAND).leftOut).to.deep.equal(['1 band']);
    expect(ssidFor({ bands: ['6g'] }).leftOut).to.deep.equal(['1 band']);
  });

  it('rounds rates up, so that none becomes unlimited', () => {
    const { ssid, leftOut } = ssidFor({ client_kbps: 200, ssid_kbps: 9000 });
    expect(ssid?.['rate-limit']).to.deep.equal({ 'ingress-rate': 1, 'egress-rate': 1 });
    expect(leftOut).to.deep.equal(['1 ssid_kbps']);
  });

  it('has a network of its own behind the uplink for each router', () => {
    const { config, leftOut } = mapped([ROUTER]);
    expect(leftOut).to.deep.equal([]);
    expect(config.interfaces[1]).to.deep.include({
      role: 'downstream',
      ipv4: {
        addressing: 'static',
        subnet: '192.168.7.1/24',
        dhcp: {
          'lease-first': 10,
          'lease-count': 90,
          'lease-time': '3600s',
          'use-dns': ['192.0.2.53'],
        },
        'dhcp-leases': [{ macaddr: '02:00:5E:20:00:01', 'static-lease-offset': 5, 'lease-time': '3600s' }],
      },
    });
    const { router } = ROUTER;
    if (!router) throw new Error('no router');
    const lacking = (fields: Partial<typeof router>, vlan: WirelessEntry['vlan'] = null) =>
      features(mapped([{ ...ROUTER, vlan, router: { ...router, ...fields } }]).leftOut);
    expect(lacking({ dhcp: 'relay' })).to.deep.equal(['9 relay']);
    expect(lacking({ nat: false })).to.deep.equal(['9 nat']);
    expect(lacking({ netmask: '255.0.255.0' })).to.deep.equal(['9 router']);
    expect(lacking({}, { id: 7, dhcp: false })).to.deep.equal(['9 vlan']);
    expect(lacking({ ranges: [...router.ranges, ...router.ranges] })).to.deep.equal(['9 dhcp_ranges']);
  });

  it('has one portal, with a page of its own, before a router', () => {
    const portal = {
      login: 'click',
      splash_url: 'https://example.org/',
      success_url: null,
      walled_garden: ['example.org', '192.0.2.80', '*.example.org'],
    } as const;
    const { config, leftOut } = mapped([
      { ...ROUTER, portal },
      { ...ROUTER, id: 10, portal },
    ]);
    expect(config.services.captive).to.deep.equal({
      'auth-mode': 'click-to-continue',
      'walled-garden-fqdn': ['example.org'],
      'walled-garden-ipaddr': ['192.0.2.80'],
    });
    expect(config.interfaces[1]?.ssids?.[0]?.services).to.deep.equal(['captive']);
    expect(features(leftOut)).to.deep.equal(['9 splash_url', '9 walled_garden', '10 portal']);
    expect(ssidFor({ portal }).leftOut).to.deep.equal(['1 portal']);
    expect(features(mapped([{ ...ROUTER, portal: { ...portal, login: 'radius' } }]).leftOut)).to.deep.equal([
      '9 portal',
    ]);
  });

  it('leaves out options and uplinks that could cut it off', () => {
    const options = { hostapd: ['okc=1'], uci: [] };
    expect(ssidFor({ extras: { ...wirelessEntry().extras, options } }).leftOut).to.deep.equal(['1 options']);
    const uplinks = [
      { type: 'ethernet', settings: { protocol: 'dhcp', priority: 1 } },
      { type: 'ethernet', settings: { protocol: 'static', address: '192.0.2.2' } },
    ] as const;
    const { leftOut } = toConfig(documentWith({ uplinks }), DUAL_BAND);
    expect(features(leftOut)).to.deep.equal(['0 uplinks']);
  });

  it('without a document has no SSID', () => {
    const config = emptyConfig('02:00:5E:10:00:06', 'Lobby', DUAL_BAND);
    expect(config.interfaces).to.have.length(1);
    expect(config.interfaces[0]).not.to.have.property('ssids');
    expect(hashOfConfig(config)).to.equal(hashOfConfig(emptyConfig('02:00:5E:10:00:06', 'Lobby', DUAL_BAND)));
  });
});

describe('the mapping of a device', () => {
  it('is another one when its capabilities change', () => {
    const read = (country: string, wifi = {}) => mappingOf(readCapabilities({ country, wifi, model: 'any' }));
    expect(read('DE')).to.equal(read('DE'));
    expect(read('DE')).not.to.equal(read('US'));
    expect(read('DE')).to.be.within(0, 2 ** 31 - 1);
    expect(mappingOf(readCapabilities({ macaddr: { wan: 'x' } }))).to.equal(mappingOf(readCapabilities({})));
  });
});
