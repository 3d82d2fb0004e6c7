import { expect } from 'chai';
import fc from 'fast-check';
import {
  canonicalMac,
  compactMac,
  groupOf,
  normaliseMacForConfiguration,
  splitList,
} from '../../../shared/platform/values/mac.js';

const bytes = fc.uint8Array({ minLength: 6, maxLength: 6 });
const pairsOf = (mac: Uint8Array): string[] => Array.from(mac, (byte) => byte.toString(16).padStart(2, '0'));

describe('canonicalMac', () => {
  for (const written of [
    'AA:BB:CC:0D:EE:FF',
    'aa:bb:cc:0d:ee:ff',
    'aa-bb-cc-0d-ee-ff',
    'AA-BB-CC-0D-EE-FF',
    'aabb.cc0d.eeff',
    'aabbcc0deeff',
    'AaBbCc0dEeFf',
    '  aa:bb:cc:0d:ee:ff\t',
  ]) {
    it(`reads ${JSON.stringify(written)}`, () => {
      expect(canonicalMac(written)).to.equal('AA:BB:CC:0D:EE:FF');
    });
  }

  for (const written of [
    '',
    '   ',
    'AA:BB:CC:0D:EE',
    'AA:BB:CC:0D:EE:FF:00',
    'AA:BB-CC:0D-EE:FF',
    'AABB:CC0D:EEFF',
    'aabb.cc0d-eeff',
    'aabb.cc0deeff',
    'aabbcc0deef',
    'aabbcc0deefff',
    'GG:BB:CC:0D:EE:FF',
    'AA:BB:CC:0D:EE:FF\nAA:BB:CC:0D:EE:FF',
    'AA BB CC 0D EE FF',
    'ＡＡ:BB:CC:0D:EE:FF',
    ':AABBCC0DEEFF',
  ]) {
    it(`refuses ${JSON.stringify(written)}`, () => {
      expect(canonicalMac(written)).to.equal(null);
    });
  }

  // docs/http.md#requests-5
  it('returns the same form for every notation of an address, and is idempotent', () => {
    fc.assert(
      fc.property(bytes, (mac) => {
        const pairs = pairsOf(mac);
        const canonical = pairs.join(':').toUpperCase();
        const quads = [0, 4, 8].map((at) => pairs.join('').slice(at, at + 4)).join('.');
        for (const written of [canonical, pairs.join('-'), pairs.join(''), quads]) {
          expect(canonicalMac(written)).to.equal(canonical);
        }
        expect(canonicalMac(compactMac(canonical))).to.equal(canonical);
      }),
    );
  });

  it('returns a canonical address or null for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(canonicalMac(text) ?? 'AA:BB:CC:DD:EE:FF').to.match(/^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/);
      }),
    );
  });
});

describe('groupOf', () => {
  // docs/http.md#requests-5
  it('names the broadcast address, zero, and every address with the bit of groups', () => {
    expect(groupOf('FF:FF:FF:FF:FF:FF')).to.equal('the broadcast address');
    expect(groupOf('00:00:00:00:00:00')).to.equal('no address');
    fc.assert(
      fc.property(bytes, (mac) => {
        const canonical = pairsOf(mac).join(':').toUpperCase();
        fc.pre(!['FF:FF:FF:FF:FF:FF', '00:00:00:00:00:00'].includes(canonical));
        expect(groupOf(canonical)).to.equal((mac[0] ?? 0) % 2 === 1 ? 'a multicast address' : null);
      }),
    );
  });
});

describe('compactMac', () => {
  it('returns twelve lower-case digits', () => {
    expect(compactMac('AA:BB:CC:0D:EE:FF')).to.equal('aabbcc0deeff');
  });
});

describe('splitList', () => {
  it('trims entries, drops empty ones and keeps order and repeats', () => {
    expect(splitList(' b , ,a,,b,\n')).to.deep.equal(['b', 'a', 'b']);
  });

  it('returns no entries for blank text', () => {
    expect(splitList('')).to.deep.equal([]);
    expect(splitList(' , ')).to.deep.equal([]);
  });
});

describe('normaliseMacForConfiguration', () => {
  // docs/interface.md#apply_configuration-2
  it('formats twelve characters as upper-case colon-separated pairs', () => {
    expect(normaliseMacForConfiguration('aabbcc0deeff')).to.equal('AA:BB:CC:0D:EE:FF');
  });

  // docs/interface.md#apply_configuration-2
  it('formats any twelve characters, hexadecimal or not', () => {
    expect(normaliseMacForConfiguration('not-a-mac-12')).to.equal('NO:T-:A-:MA:C-:12');
  });

  // docs/interface.md#apply_configuration-2
  it('upper-cases any other entry', () => {
    expect(normaliseMacForConfiguration('aa:bb:cc:0d:ee:ff')).to.equal('AA:BB:CC:0D:EE:FF');
    expect(normaliseMacForConfiguration('aa-bb-cc-0d-ee-ff')).to.equal('AA-BB-CC-0D-EE-FF');
    expect(normaliseMacForConfiguration('nonsense')).to.equal('NONSENSE');
    expect(normaliseMacForConfiguration('')).to.equal('');
  });
});
