import { expect } from 'chai';
import fc from 'fast-check';
import type { WirelessEntry } from '../../../shared/configuration/domain/document.js';
import { writeUci } from '../../../shared/openwisp/domain/uci/uci-file.js';
import { wirelessEntry } from '../../../dev/conformance/ucentral-cases.js';
import { namesOf, sectionsOf, withSsid } from '../mapped-sections.js';

// docs/openwisp.md#mapping
describe('the files of a device with openwisp-config', () => {
  it('have a section for each radio of the bands of an SSID', () => {
    const { sections, leftOut } = withSsid({
      bands: ['5g'],
      hidden: true,
      max_clients: 64,
      idle_timeout_s: 600,
    });
    expect(namesOf(sections)).to.deep.equal(['wireless.airfleet_1_radio0', 'wireless.airfleet_1_radio2']);
    expect(sections.get('wireless.airfleet_1_radio0')).to.deep.equal({
      type: 'wifi-iface',
      options: {
        device: 'radio0',
        mode: 'ap',
        network: 'lan',
        ssid: 'Café',
        encryption: 'psk2',
        key: 'room-service-only',
        hidden: '1',
        maxassoc: '64',
        max_inactivity: '600',
      },
    });
    expect(leftOut).to.deep.equal(['0 device_name']);
  });

  it('leave out SSIDs when the hardware part names no radio, or none of their bands', () => {
    const none = withSsid({}, []);
    expect(namesOf(none.sections)).to.deep.equal([]);
    expect(none.leftOut).to.include('1 radio');
    expect(withSsid({ bands: ['6g'] }).leftOut).to.include('1 band');
  });

  it('have the encryption of each mode', () => {
    const server = { host: '192.0.2.10', port: 1812, secret: 'radius-secret', nas_identifier: 'ap' };
    const options = (security: Partial<WirelessEntry['security']>) =>
      withSsid({ bands: ['2g'], security: { ...wirelessEntry().security, ...security } }).sections.get(
        'wireless.airfleet_1_radio1',
      )?.options;
    const encryptions = (
      ['open', 'owe', 'wpa-wpa2-psk', 'wpa2-psk', 'wpa3-sae', 'wpa2-psk-wpa3-sae'] as const
    ).map((mode) => options({ mode })?.['encryption']);
    expect(encryptions).to.deep.equal(['none', 'owe', 'psk-mixed', 'psk2', 'sae', 'sae-mixed']);
    expect(options({ mode: 'open', key: 'not-for-the-air' })).not.to.have.property('key');
    expect(options({ ciphers: ['tkip', 'ccmp'] })).to.include({ encryption: 'psk2+tkip+ccmp' });
    expect(options({ mode: 'wpa2-eap', key: null, servers: [server] })).to.include({
      encryption: 'wpa2',
      auth_server: '192.0.2.10',
      auth_port: '1812',
      auth_secret: 'radius-secret',
      nasid: 'ap',
    });
  });

  it('leave out what hostapd would refuse, which takes the radio down', () => {
    const faults: [Partial<WirelessEntry>, string][] = [
      [{ security: { ...wirelessEntry().security, key: 'short' } }, '1 invalid security.key'],
      [
        { security: { ...wirelessEntry().security, mode: 'wpa3-sae', key: 'a'.repeat(64) } },
        '1 invalid security.key',
      ],
      [{ security: { ...wirelessEntry().security, mode: 'wpa2-eap' } }, '1 invalid security.servers'],
      [{ ssid: '' }, '1 invalid ssid'],
      [{ max_clients: 0 }, '1 invalid max_clients'],
    ];
    for (const [fields, fault] of faults) {
      const { sections, leftOut } = withSsid(fields);
      expect(leftOut).to.include(fault);
      expect(namesOf(sections)).to.deep.equal([]);
    }
    const hex = { ...wirelessEntry().security, key: 'a'.repeat(64) };
    expect(namesOf(withSsid({ security: hex }).sections)).not.to.deep.equal([]);
  });

  it('have 802.11r, k and v, a filter of MACs, and options', () => {
    const extras = {
      ...wirelessEntry().extras,
      fast_roaming: { mobility_domain: 'a1b2' },
      neighbor_reports: true,
      bss_transition: true,
      dtim_period: 3,
      options: { hostapd: [], uci: ['uapsd=0', 'note=a=b'] },
    };
    const filter = { policy: 'deny', macs: ['02:00:5E:20:00:02', '02:00:5E:20:00:03'] } as const;
    const { sections } = withSsid({ bands: ['2g'], extras, mac_filter: filter });
    expect(sections.get('wireless.airfleet_1_radio1')?.options).to.deep.include({
      ieee80211r: '1',
      mobility_domain: 'a1b2',
      ft_over_ds: '0',
      ft_psk_generate_local: '1',
      ieee80211k: '1',
      bss_transition: '1',
      dtim_period: '3',
      uapsd: '0',
      note: 'a=b',
      macfilter: 'deny',
      maclist: filter.macs,
    });
  });

  it('have the salt beside keys, so that these cannot be guessed from a checksum', () => {
    const { files } = withSsid({});
    expect(files.get('wireless')).to.match(/^# 000102030405060708090a0b0c0d0e0f\n/);
  });

  it('are read as they were written, whatever a text has', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((one) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(one));
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1 }), (one, list) => {
        const options = { ssid: one, maclist: list };
        const files = writeUci([{ file: 'wireless', type: 'wifi-iface', name: 'airfleet_1', options }]);
        expect(sectionsOf(files.get('wireless') ?? '').get('airfleet_1')?.options).to.deep.equal(options);
      }),
    );
  });
});
