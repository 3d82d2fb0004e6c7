import { expect } from 'chai';
import { radioEntries, ROUTER, wirelessEntry } from '../../../dev/conformance/ucentral-cases.js';
import { mapped, namesOf, withSsid } from '../mapped-sections.js';

// docs/openwisp.md#mapping
describe('the networks and radios of a device with openwisp-config', () => {
  it('have a bridge for each VLAN', () => {
    const first = wirelessEntry({ bands: ['2g'], vlan: { id: 20, dhcp: false } });
    const second = wirelessEntry({ id: 2, bands: ['2g'], vlan: { id: 20, dhcp: true } });
    const { sections, leftOut } = mapped({ wireless: [first, second] });
    expect(sections.get('wireless.airfleet_2_radio1')?.options).to.include({ network: 'airfleet_v20' });
    expect(sections.get('network.airfleet_d20')).to.deep.equal({
      type: 'device',
      options: { type: 'bridge', name: 'br-af20', ports: ['br-lan.20'] },
    });
    expect(sections.get('network.airfleet_v20')?.options).to.deep.equal({
      device: 'br-af20',
      proto: 'dhcp',
      defaultroute: '0',
      peerdns: '0',
    });
    expect(leftOut).to.deep.equal(['0 device_name']);
  });

  it('have a network, a zone and pools for an SSID in router mode', () => {
    const { sections } = mapped({ wireless: [{ ...ROUTER, bands: ['2g'] }] });
    expect(namesOf(sections)).to.have.members([
      'wireless.airfleet_9_radio1',
      'network.airfleet_9_bridge',
      'network.airfleet_9',
      'firewall.airfleet_9',
      'firewall.airfleet_9_dns',
      'firewall.airfleet_9_dhcp',
      'firewall.airfleet_9_ping',
      'firewall.airfleet_9_to_wan',
      'firewall.airfleet_9_nat_wan',
      'dhcp.airfleet_9_1',
      'dhcp.airfleet_9_host1',
    ]);
    expect(sections.get('network.airfleet_9')?.options).to.include({ ipaddr: '192.168.7.1' });
    expect(sections.get('firewall.airfleet_9_nat_wan')?.options).to.include({
      src_ip: '192.168.7.0/24',
      target: 'MASQUERADE',
    });
    expect(sections.get('dhcp.airfleet_9_1')?.options).to.deep.include({
      interface: 'airfleet_9',
      start: '10',
      limit: '90',
      leasetime: '3600',
      dhcp_option: ['6,192.0.2.53'],
    });
    expect(sections.get('dhcp.airfleet_9_host1')?.options).to.include({ ip: '192.168.7.5' });
  });

  it('leave out a router whose subnet another SSID has, portals, and VLANs of clients', () => {
    const twice = [ROUTER, { ...ROUTER, id: 10 }];
    expect(mapped({ wireless: twice }).leftOut).to.include('10 invalid router.address');
    const portal = { login: 'click', splash_url: null, success_url: null, walled_garden: [] } as const;
    expect(mapped({ wireless: [{ ...ROUTER, portal }] }).leftOut).to.include('9 portal');
    const extras = { ...wirelessEntry().extras, dynamic_vlan: true };
    expect(withSsid({ extras }).leftOut).to.include('1 dynamic_vlan');
    expect(withSsid({ client_kbps: 1, ssid_kbps: 2, uplink_priority: 1 }).leftOut).to.include.members([
      '1 client_kbps',
      '1 ssid_kbps',
      '1 uplink_priority',
    ]);
  });

  it('set the radios that the hardware part names, as near as their standards have it', () => {
    const radios = radioEntries({ enabled: true, country: 'DE', power_dbm: 17 }).map((entry) =>
      entry.band === '5g'
        ? { ...entry, channel: 36, width_mhz: 80 }
        : { ...entry, channel: 'auto' as const, channels: [1, 6], width_mhz: 40, legacy_rates: false },
    );
    const { sections, leftOut } = mapped({ radios });
    expect(sections.get('wireless.radio0')).to.deep.equal({
      type: 'wifi-device',
      options: { disabled: '0', country: 'DE', channel: '36', htmode: 'HE80', txpower: '17' },
    });
    // The first radio of a band takes the channel.
    expect(sections.get('wireless.radio2')?.options).to.include({ channel: 'auto', htmode: 'HT40' });
    expect(sections.get('wireless.radio1')?.options).to.deep.equal({
      disabled: '0',
      country: 'DE',
      channel: 'auto',
      channels: ['1', '6'],
      htmode: 'HT40',
      txpower: '17',
      legacy_rates: '0',
    });
    expect(leftOut).to.include.members(['0 width radio2', '0 radio 6g']);
    const off = mapped({ radios: radioEntries({ enabled: false }), wireless: [wirelessEntry()] });
    expect(off.leftOut).to.include('1 band');
  });

  it('have a station for an uplink by wifi, and leave other uplinks to the device', () => {
    const settings = { protocol: 'dhcp', ssid: 'Uplink', key: 'uplink-secret', dns: '192.0.2.1, 192.0.2.2' };
    const { sections, leftOut } = mapped({
      wireless: [{ ...ROUTER, bands: ['2g'] }],
      uplinks: [
        { type: 'wifi-5g', settings },
        { type: 'ethernet', settings: { protocol: 'static' } },
        { type: 'usb-modem', settings: {} },
      ],
    });
    expect(sections.get('wireless.airfleet_uplink_radio0')?.options).to.include({
      mode: 'sta',
      ssid: 'Uplink',
      encryption: 'sae-mixed',
      key: 'uplink-secret',
    });
    expect(sections.get('network.airfleet_wifi')?.options).to.deep.include({
      proto: 'dhcp',
      peerdns: '0',
      dns: ['192.0.2.1', '192.0.2.2'],
    });
    expect([...sections.keys()]).to.include.members([
      'firewall.airfleet_wan',
      'firewall.airfleet_9_to_afwan',
    ]);
    expect(leftOut).to.include('0 uplinks ethernet').and.not.include('0 uplinks usb-modem');
  });

  it('have the name and the time zone of the machine, where it can have them', () => {
    const device = { id: 6, mac_id: '02:00:5E:10:00:06', name: 'Lobby-1', part_number: 'P' };
    expect(mapped({ device }).sections.get('system.system')?.options).to.deep.equal({
      hostname: 'Lobby-1',
      zonename: 'Europe/Berlin',
      timezone: 'CET-1CEST,M3.5.0,M10.5.0/3',
    });
    const none = mapped({ time_zone: 'Mars/Olympus' });
    expect(none.files.size).to.equal(0);
    expect(none.leftOut).to.deep.equal(['0 device_name', '0 time_zone']);
  });
});
