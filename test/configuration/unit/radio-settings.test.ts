import { expect } from 'chai';
import fc from 'fast-check';
import '../../fixtures/seed.js';
import {
  BANDS,
  CHANNELS,
  hasWidth,
  WIDTHS,
  type Band,
} from '../../../shared/configuration/records/domain/radio-channels.js';
import { radioSchema } from '../../../shared/configuration/records/domain/radio-schema.js';
import {
  patchRadio,
  presentRadio,
  radioFaults,
  type RadioPatch,
} from '../../../shared/configuration/records/domain/radio-settings.js';

/** The channels of a band that have a width, with ranges of neighbours in one text. */
function channelsOf(band: Band, width: number): number[] {
  return CHANNELS[band].filter((channel) => hasWidth(band, channel, width));
}

function refusedPaths(radio: unknown): string[] {
  const { error } = radioSchema.validate(radio, { abortEarly: false });
  return (error?.details ?? []).map(({ path }) => path.join('.'));
}

// docs/configuration.md#radio-refused
describe('the channels of a band', () => {
  it('are those that regulations have', () => {
    expect(CHANNELS['2g']).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect(CHANNELS['5g']).to.have.length(8 + 12 + 8);
    expect(CHANNELS['5g']).to.include.members([36, 64, 100, 144, 149, 165, 177]);
    expect(CHANNELS['5g']).not.to.include.members([34, 68, 96, 148, 181]);
    expect(CHANNELS['6g']).to.have.length(60);
    expect(CHANNELS['6g']).to.include.members([1, 2, 5, 93, 233]);
  });

  it('have a width where a group of neighbours has room for it', () => {
    for (const band of BANDS) expect(channelsOf(band, 20)).to.deep.equal(CHANNELS[band]);
    expect(channelsOf('2g', 40)).to.deep.equal(CHANNELS['2g'].slice(0, -1));
    expect(channelsOf('2g', 80)).to.deep.equal([]);
    for (const width of [40, 80]) expect(channelsOf('5g', width)).to.deep.equal(CHANNELS['5g']);
    const wide = channelsOf('5g', 160);
    expect(CHANNELS['5g'].filter((channel) => !wide.includes(channel))).to.deep.equal([132, 136, 140, 144]);
    expect(channelsOf('5g', 320)).to.deep.equal([]);
    const narrow = [40, 80, 160, 320].map((width) => {
      const some = channelsOf('6g', width);
      return CHANNELS['6g'].filter((channel) => !some.includes(channel));
    });
    expect(narrow).to.deep.equal([
      [2, 233],
      [2, 225, 229, 233],
      [2, 225, 229, 233],
      [2, 225, 229, 233],
    ]);
  });
});

// docs/configuration.md#radio-refused
describe('radio settings of a request', () => {
  it('are refused at what no device can do', () => {
    const bands = {
      '2g': { channel: 36, width_mhz: 80, power_dbm: 31 },
      '5g': { channel: 'best', channels: [36, 38], width_mhz: 320, power_dbm: -1 },
      '6g': { channel: 3, channels: [], enabled: 'maybe', legacy_rates: 2 },
    };
    expect(refusedPaths({ country: 'XX', bands })).to.have.members([
      'country',
      'bands.2g.channel',
      'bands.2g.width_mhz',
      'bands.2g.power_dbm',
      'bands.5g.channel',
      'bands.5g.channels.1',
      'bands.5g.width_mhz',
      'bands.5g.power_dbm',
      'bands.6g.enabled',
      'bands.6g.channel',
      'bands.6g.channels',
      'bands.6g.legacy_rates',
    ]);
    for (const country of ['de', 'D', 'EU', 'UK', '00']) expect(refusedPaths({ country })).to.have.length(1);
    for (const country of ['DE', 'GB', 'US', 'JP']) expect(refusedPaths({ country })).to.deep.equal([]);
  });

  it('take every channel, every width and null', () => {
    for (const band of BANDS) {
      for (const channel of [...CHANNELS[band], 'auto', null])
        expect(refusedPaths({ bands: { [band]: { channel } } })).to.deep.equal([]);
      for (const width_mhz of [...WIDTHS[band], null])
        expect(refusedPaths({ bands: { [band]: { width_mhz } } })).to.deep.equal([]);
    }
    const none = { enabled: null, channels: null, power_dbm: null, legacy_rates: null };
    for (const radio of [null, { bands: null }, { country: null, bands: { '2g': null, '5g': none } }])
      expect(refusedPaths(radio)).to.deep.equal([]);
  });
});

/** The faults of a patch of these settings. */
function faultsOf(patch: NonNullable<RadioPatch>['bands'], stored: NonNullable<RadioPatch>['bands'] = {}) {
  const before = patchRadio(null, { bands: stored ?? {} });
  const request = { bands: patch ?? {} };
  return radioFaults(patchRadio(before, request), request).map(({ path, msg }) => `${path}: ${msg}`);
}

// docs/configuration.md#radio-refused
describe('radio settings that contradict each other', () => {
  it('are a channel without the width, at the member that the request names', () => {
    const fault = 'channel 140 of 5g has no width of 160 MHz';
    expect(faultsOf({ '5g': { channel: 140, width_mhz: 160 } })).to.deep.equal([
      `bands.5g.width_mhz: ${fault}`,
    ]);
    expect(faultsOf({ '5g': { channel: 140 } }, { '5g': { width_mhz: 160 } })).to.deep.equal([
      `bands.5g.channel: ${fault}`,
    ]);
    expect(faultsOf({ '5g': { channel: 'auto', channels: [36, 140], width_mhz: 160 } })).to.deep.equal([
      `bands.5g.width_mhz: ${fault}`,
    ]);
    expect(faultsOf({ '5g': { channel: 128, width_mhz: 160 }, '2g': { channel: 14 } })).to.deep.equal([]);
  });

  it('are channels to choose among without channel auto', () => {
    const fault = 'bands.5g.channels: need channel auto, which chooses among them; null removes them';
    expect(faultsOf({ '5g': { channels: [36, 40] } })).to.deep.equal([fault]);
    const stored = { '5g': { channel: 'auto', channels: [36, 40] } } as const;
    expect(faultsOf({ '5g': { channel: 36 } }, stored)).to.deep.equal([fault]);
    expect(faultsOf({ '5g': { channel: 36, channels: null } }, stored)).to.deep.equal([]);
    expect(faultsOf(stored)).to.deep.equal([]);
  });

  // docs/configuration.md#radio-options
  it('are options with a name or a value that is refused, which are not stored', () => {
    const options = { hostapd: { wpa: '1', okc: 'x\ny', beacon_int: '99' }, uci: {} };
    expect(faultsOf({ '2g': { options } })).to.deep.equal([
      'bands.2g.options.hostapd.okc: must be text of 1 to 256 printable characters',
      'bands.2g.options.hostapd.wpa: is an option that changes the security of the SSID',
    ]);
    expect(patchRadio(null, { bands: { '2g': { options } } })?.bands).to.deep.equal({
      '2g': { options: { hostapd: { beacon_int: '99' }, uci: {} } },
    });
    expect(patchRadio(null, { bands: { '2g': { options: { hostapd: {}, uci: {} } } } })).to.equal(null);
  });

  it('do not keep a request from changing another band', () => {
    const stored = { '5g': { channel: 140, width_mhz: 160 } };
    expect(faultsOf({ '2g': { channel: 6 } }, stored)).to.deep.equal([]);
    expect(radioFaults(patchRadio(null, { bands: stored }))).to.have.length(1);
  });
});

// docs/configuration.md#radio-settings
describe('a patch of radio settings', () => {
  const stored = { country: 'DE', bands: { '5g': { enabled: true, channel: 36, width_mhz: 80 } } } as const;

  it('changes the members that it names, and null removes one, a band or all', () => {
    expect(patchRadio(stored, { bands: { '5g': { channel: 52 }, '2g': { power_dbm: 0 } } })).to.deep.equal({
      country: 'DE',
      bands: { '2g': { power_dbm: 0 }, '5g': { enabled: true, channel: 52, width_mhz: 80 } },
    });
    expect(patchRadio(stored, { bands: { '5g': { channel: null, enabled: false } } })?.bands).to.deep.equal({
      '5g': { enabled: false, width_mhz: 80 },
    });
    expect(patchRadio(stored, { bands: { '5g': null } })).to.deep.equal({ country: 'DE' });
    expect(patchRadio(stored, { bands: null })).to.deep.equal({ country: 'DE' });
    expect(patchRadio(stored, { country: null, bands: null })).to.equal(null);
    expect(patchRadio(stored, null)).to.equal(null);
    expect(patchRadio(stored, {})).to.deep.equal(stored);
  });

  it('is undone by the settings that were shown before', () => {
    const member = fc.record(
      {
        enabled: fc.option(fc.boolean()),
        channel: fc.option(fc.constantFrom<number | 'auto'>(1, 36, 'auto')),
        channels: fc.option(fc.uniqueArray(fc.constantFrom(1, 36, 40), { minLength: 1 })),
        width_mhz: fc.option(fc.constantFrom(20, 40)),
        power_dbm: fc.option(fc.constantFrom<number | 'auto'>(0, 20, 'auto')),
        options: fc.option(
          fc.constantFrom({ hostapd: { okc: '1' }, uci: {} }, { hostapd: {}, uci: { a: '1' } }),
        ),
      },
      { requiredKeys: [] },
    );
    const patch = fc.record({
      country: fc.option(fc.constantFrom('DE', 'US')),
      bands: fc.option(fc.dictionary(fc.constantFrom(...BANDS), fc.option(member))),
    }) as fc.Arbitrary<RadioPatch>;
    fc.assert(
      fc.property(patch, patch, (first, second) => {
        const before = patchRadio(null, first);
        const shown = presentRadio(before);
        expect(patchRadio(patchRadio(before, second), shown)).to.deep.equal(before);
        expect(presentRadio(before)).to.deep.equal(shown);
      }),
    );
  });
});
