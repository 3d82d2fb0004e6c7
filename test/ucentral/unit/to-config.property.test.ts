import { expect } from 'chai';
import fc from 'fast-check';
import type { WirelessEntry } from '../../../shared/configuration/domain/document.js';
import { BANDS, CHANNELS, WIDTHS } from '../../../shared/configuration/records/domain/radio-channels.js';
import { readCapabilities } from '../../../shared/ucentral/domain/config/capabilities.js';
import { toConfig, type MappableDocument } from '../../../shared/ucentral/domain/to-config.js';
import {
  documentWith,
  radioEntries,
  ROUTER,
  wirelessEntry,
} from '../../../dev/conformance/ucentral-cases.js';

const SECURITY: readonly WirelessEntry['security'][] = [
  { mode: 'open', ciphers: [], key: null, servers: [] },
  { mode: 'wpa2-psk', ciphers: ['ccmp'], key: 'room-service-only', servers: [] },
  { mode: 'wpa2-psk-wpa3-sae', ciphers: ['ccmp'], key: 'room-service-only', servers: [] },
  { mode: 'wpa3-sae', ciphers: ['ccmp'], key: 'room-service-only', servers: [] },
  { mode: 'wpa-wpa2-psk', ciphers: ['tkip'], key: 'a'.repeat(64), servers: [] },
  {
    mode: 'wpa3-eap',
    ciphers: ['ccmp'],
    key: null,
    servers: [{ host: '192.0.2.1', port: 812, secret: 's', nas_identifier: null }],
  },
];

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const wireless = fc
  .record({
    ssid: fc.string({ minLength: 0, maxLength: 34 }),
    bands: fc.subarray([...BANDS]),
    security: fc.constantFrom(...SECURITY),
    vlan: orNull(fc.record({ id: fc.integer({ min: 1, max: 4094 }), dhcp: fc.boolean() })),
    client_kbps: orNull(fc.nat(100_000)),
    isRouter: fc.boolean(),
    portal: orNull(
      fc.constantFrom(
        { login: 'click', splash_url: null, success_url: null, walled_garden: [] } as const,
        { login: 'radius', splash_url: null, success_url: null, walled_garden: [] } as const,
      ),
    ),
  })
  .map(({ isRouter, ...fields }) => wirelessEntry({ ...(isRouter ? ROUTER : {}), ...fields }));

const radios = fc
  .record({
    country: orNull(fc.constantFrom('DE', 'US', 'JP')),
    enabled: orNull(fc.boolean()),
    power_dbm: orNull(fc.integer({ min: 0, max: 30 })),
    channels: fc.array(fc.tuple(orNull(fc.nat(200)), orNull(fc.nat(4))), { minLength: 3, maxLength: 3 }),
  })
  .map(({ channels, ...fields }) =>
    radioEntries(fields).map((radio, index) => {
      const [channel, width] = channels[index] ?? [null, null];
      const [all, widths] = [CHANNELS[radio.band], WIDTHS[radio.band]];
      return {
        ...radio,
        channel: channel === null ? null : (all[channel % all.length] ?? null),
        width_mhz: width === null ? null : (widths[width % widths.length] ?? null),
      };
    }),
  );

const documents: fc.Arbitrary<MappableDocument> = fc
  .record({
    name: fc.string({ maxLength: 80 }),
    time_zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Mars/Olympus'),
    radios,
    wireless: fc.array(wireless, { maxLength: 6 }),
    uplinks: fc.array(
      fc.record({
        type: fc.constantFrom('ethernet', 'wifi-2g', 'usb-modem'),
        settings: fc.constantFrom({}, { protocol: 'dhcp' }, { protocol: 'static', address: '192.0.2.2' }),
      }),
    ),
  })
  .map(({ name, wireless: entries, ...rest }) =>
    documentWith({
      ...rest,
      device: { id: 6, mac_id: '02:00:5E:10:00:06', name, part_number: 'EAP-1' },
      wireless: entries.map((entry, index) => ({ ...entry, id: index + 1 })),
    }),
  );

const MODES = ['HT20', 'HT40', 'VHT20', 'VHT80', 'HE20', 'HE40', 'HE80', 'EHT160', 'EHT320', 'nonsense'];

const phys = fc.record({
  band: fc.subarray(['2G', '5G', '6G', '60G']),
  channels: fc.subarray([1, 6, 11, 36, 40, 52, 100, 149, 165, 233]),
  htmode: fc.subarray(MODES),
  dfs_channels: fc.subarray([52, 100]),
});

const capabilities = fc
  .record({
    country: orNull(fc.constantFrom('DE', 'US', 'nonsense')),
    wifi: fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), phys, { maxKeys: 4 }),
    restrictions: fc.constantFrom({}, { country: ['US'] }, { country: 'US', dfs: true }),
  })
  .map((known) => readCapabilities(known));

describe('the mapping of documents to configurations of uCentral', () => {
  // docs/ucentral.md#uplink
  it('keeps an untagged upstream interface with DHCP, and sends what the device has', () => {
    fc.assert(
      fc.property(documents, capabilities, (document, able) => {
        const { config, ssidIds, leftOut } = toConfig(document, able);
        const [uplink] = config.interfaces;
        expect(uplink?.role).to.equal('upstream');
        expect(uplink?.vlan).to.equal(undefined);
        expect(uplink?.ipv4).to.deep.equal({ addressing: 'dynamic' });
        const [ports] = uplink?.ethernet ?? [];
        expect(ports?.['select-ports']).to.include('WAN*');
        expect(ports?.['vlan-tag']).to.equal(undefined);
        const untagged = config.interfaces.filter(({ role, vlan }) => role === 'upstream' && !vlan);
        expect(untagged).to.have.length(1);
        for (const radio of config.radios)
          expect(radio).to.include.all.keys('channel', 'channel-mode', 'channel-width', 'country');
        expect(config).not.to.have.property('strict');
        const named = new Set(config.radios.map(({ band }) => band.slice(0, 2)));
        const ssids = config.interfaces.flatMap((network) => network.ssids ?? []);
        for (const ssid of ssids) {
          expect(ssid['wifi-bands']).not.to.have.length(0);
          for (const band of ssid['wifi-bands']) expect(named).to.include(band);
          if (ssid['rate-limit']) expect(ssid['rate-limit']['ingress-rate']).to.be.at.least(1);
        }
        expect(config.interfaces.filter(({ vlan }) => (vlan?.id ?? 0) > 4050)).to.deep.equal([]);
        // Every SSID is on the air, or it is said that it is not.
        expect(ssidIds.map((ids) => ids.length)).to.deep.equal(
          config.interfaces.map((network) => network.ssids?.length ?? 0),
        );
        const known = new Set([...ssidIds.flat(), ...leftOut.map(({ ssid_id: id }) => id)]);
        for (const { id } of document.wireless) expect(known).to.include(id);
      }),
      { numRuns: 100 },
    );
  });
});
