import { expect } from 'chai';
import fc from 'fast-check';
import { compareVersions, latestRelease } from '../../../shared/platform/values/firmware-version.js';

/** Versions of all forms, built from few parts, so that similar ones are compared often. */
const part = fc.constantFrom(
  '',
  '0',
  '1',
  '01',
  '9',
  '10',
  '99999999999999999999',
  'a',
  'b',
  '0b3',
  'v1',
  'alpha',
  'Beta',
  'rc1',
  'RC2',
  'rc10',
  'dev',
  'preview',
  'wireless',
  'é',
  'ｂ',
  '\u{1F4F6}',
  '\uFFFD',
);
const separator = fc.constantFrom('', '.', '-', '_', ' ', '~', '(', '+');
const versions = fc.array(fc.tuple(part, separator), { maxLength: 4 }).map((parts) => parts.flat().join(''));

/** Spellings of an earlier version. */
const EARLIER: readonly (readonly [earlier: string, version: string])[] = [
  ['31.1~rc1', '31.1'],
  ['32.12rc1', '32.12'],
  ['TIP-v3.0.2-rc3', 'TIP-v3.0.2'],
  ['MR 31.1 RC', 'MR 31.1'],
  ['36.1.4 (beta)', '36.1.4'],
  ['34.0.1_rc2', '34.0.1'],
  ['33.0b5', '33.0'],
  ['1.0.preview', '1.0'],
  ['1.0+pre2', '1.0'],
  ['1.0-SNAPSHOT', '1.0'],
  ['1.0alpha', '1.0'],
  ['24.10-dev', '24.10'],
  ['TIP-beta-v3.0.2', 'TIP-v3.0.2'],
  ['beta', '0.1'],
  ['1.0b', '1.0'],
  ['1.0-5', '1.0'],
  ['1.0~5', '1.0-5'],
  ['1.0-5-beta', '1.0-5'],
  ['1.0-rc1-dev', '1.0-rc1'],
  ['wireless-31-1', 'wireless-31-1-5'],
  ['wireless-31-1-5', 'wireless-31-1-10'],
  ['wireless-31-1-5-beta', 'wireless-31-1-5'],
  ['wireless-30-7-1', 'wireless-31-1'],
  ['1.0.2', '1.0.2a'],
  ['1.0.2a', '1.0.2c'],
  ['31.1', '31.1r2'],
  ['31.1', '31.1.5 RC'],
  ['31.1-rc2', '31.1.5-rc1'],
  ['1.0-dev3', '1.0-snapshot2'],
  ['1.0-snapshot', '1.0_alpha9'],
  ['1.0-alpha9', '1.0b1'],
  ['1.0-beta9', '1.0pre1'],
  ['1.0-preview9', '1.0 RC1'],
  ['1.0-rc9', '1.0-x'],
  ['', '---'],
  ['---', 'beta'],
];

/** Versions that differ only in what does not count. */
const SAME: readonly (readonly string[])[] = [
  ['31.1rc1', '31.1-rc1', '31.1_RC1', '31.1 (rc1)', '31.1~rc1', 'v31.1.rc01'],
  ['1.0b5', '1.0-beta5', '1.0_b5'],
  ['1.0-pre1', '1.0preview1'],
  ['TIP-v3.0.2', 'tip-3.0.2', 'TIP 3.0.02'],
];

describe('compareVersions', () => {
  const ascending = [
    '',
    'beta',
    '1',
    '1.2',
    '1.2.0',
    '1.2.3-1',
    '1.2.3-alpha',
    '1.2.3-alpha.1',
    '1.2.3-alpha.beta',
    '1.2.3-beta',
    '1.2.3-beta.2',
    '1.2.3-beta.11',
    '1.2.3-rc1',
    '1.2.3-rc2',
    '1.2.3-rc10',
    '1.2.3',
    '1.2.3.1',
    '1.2.x',
    '1.9.9',
    '1.10.0',
    '2.0.0-rc1',
    '2.0.0c3',
    '10.0',
    '2026.3',
    '9007199254740993',
    '9007199254740994',
    '123456789012345678901234567890',
    'release',
  ];

  // docs/interface.md#version-order-2
  // docs/interface.md#version-order-4
  it('orders versions by their numbers and words', () => {
    for (const [at, version] of ascending.entries()) {
      for (const [other, higher] of ascending.entries()) {
        expect(compareVersions(version, higher), `${version} and ${higher}`).to.equal(Math.sign(at - other));
      }
    }
  });

  for (const [earlier, version] of EARLIER) {
    // docs/interface.md#version-order-5
    // docs/interface.md#version-order-6
    it(`puts ${JSON.stringify(earlier)} before ${JSON.stringify(version)}`, () => {
      expect(compareVersions(earlier, version)).to.equal(-1);
    });
  }

  // docs/interface.md#version-order-1
  it('ignores case, separators, a leading v and leading zeros, unless nothing else differs', () => {
    for (const same of SAME) {
      for (const [one, other] of same.flatMap((first) => same.map((second) => [first, second] as const))) {
        expect(compareVersions(one, other) === 0, `${one} and ${other}`).to.equal(one === other);
        expect(compareVersions(one, `${other}.0`), `${one} and ${other}.0`).to.equal(-1);
        expect(compareVersions(`${one}-x`, `${other}-y`), `${one}-x and ${other}-y`).to.equal(-1);
      }
    }
  });

  // docs/interface.md#version-order-3
  it('puts every version with one of the words before the version without it, whatever separates them', () => {
    const words = fc.constantFrom('alpha', 'beta', 'rc', 'pre', 'preview', 'dev', 'snapshot', 'b');
    const number = fc.nat(99).map(String);
    fc.assert(
      fc.property(versions, number, separator, words, number, (start, last, between, word, rest) => {
        const version = `${start}.${last}`;
        for (const earlier of [word, word.toUpperCase(), `${word}${rest}`])
          expect(compareVersions(`${version}${between}${earlier}`, version), earlier).to.equal(-1);
      }),
    );
  });

  it('is a total order: 0 for the same text only, opposite both ways, and transitive', () => {
    fc.assert(
      fc.property(versions, versions, versions, (a, b, c) => {
        expect(compareVersions(a, b) === 0).to.equal(a === b);
        expect(Math.sign(compareVersions(a, b))).to.equal(0 - Math.sign(compareVersions(b, a)));
        const [low, middle, high] = [a, b, c].sort(compareVersions) as [string, string, string];
        expect(compareVersions(low, middle)).to.be.at.most(0);
        expect(compareVersions(middle, high)).to.be.at.most(0);
        expect(compareVersions(low, high)).to.be.at.most(0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('latestRelease', () => {
  it('returns the release with the highest version', () => {
    const releases = ['1.9.9', '1.10.0', '1.10.0-rc3', '1.10.0rc4', '1.2.0'].map((version) => ({ version }));
    expect(latestRelease(releases)).to.equal(releases[1]);
  });

  it('returns the first of equal versions', () => {
    const releases = [
      { version: '1.0', organisation: 1 },
      { version: '1.0', organisation: null },
    ];
    expect(latestRelease(releases)).to.equal(releases[0]);
  });

  it('returns null without releases', () => {
    expect(latestRelease(new Set<{ version: string }>())).to.equal(null);
  });

  it('returns the last release in sorted order', () => {
    fc.assert(
      fc.property(fc.array(versions, { minLength: 1 }), (given) => {
        expect(latestRelease(given.map((version) => ({ version })))?.version).to.equal(
          [...given].sort(compareVersions).at(-1),
        );
      }),
    );
  });
});
