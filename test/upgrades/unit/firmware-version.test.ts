import { expect } from 'chai';
import fc from 'fast-check';
import {
  compareVersions,
  latestRelease,
  versionSortKey,
} from '../../../shared/upgrades/domain/firmware-version.js';

/** Versions of all forms, built from few parts, so that similar ones are compared often. */
const part = fc.constantFrom(
  '0',
  '1',
  '2',
  '9',
  '10',
  '01',
  '99999999999999999999',
  'rc1',
  'rc2',
  'rc10',
  'b',
  '0b3',
  '',
);
const versions = fc
  .tuple(
    fc.constantFrom('', 'v'),
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.option(fc.array(part, { minLength: 1, maxLength: 2 })),
  )
  .map(
    ([lead, release, suffix]) =>
      `${lead}${release.join('.')}${suffix === null ? '' : `-${suffix.join('.')}`}`,
  );

describe('compareVersions', () => {
  const ascending = [
    '1',
    '1.2',
    '1.2.0',
    '1.2.3-alpha',
    '1.2.3-alpha.1',
    '1.2.3-alpha.beta',
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
    '2.0.0',
    '2.0.0b3',
    '10.0',
    '2026.3',
    '9007199254740993',
    '9007199254740994',
    '123456789012345678901234567890',
    'beta',
  ];

  it('orders versions by the natural order of their parts', () => {
    for (const [at, version] of ascending.entries()) {
      for (const [other, higher] of ascending.entries()) {
        expect(compareVersions(version, higher), `${version} and ${higher}`).to.equal(Math.sign(at - other));
      }
    }
  });

  it('ignores case, a leading v and leading zeros, unless nothing else differs', () => {
    expect(compareVersions('V1.2.0', '1.2.1')).to.be.lessThan(0);
    expect(compareVersions('v1.2.1', '1.2.0')).to.be.greaterThan(0);
    expect(compareVersions('1.02', '1.3')).to.be.lessThan(0);
    expect(compareVersions('1.0-RC2', '1.0-rc10')).to.be.lessThan(0);
    expect(compareVersions('1.0', 'v1.0')).not.to.equal(0);
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

describe('versionSortKey', () => {
  it('sorts in binary order as compareVersions does', () => {
    fc.assert(
      fc.property(versions, versions, (a, b) => {
        const order = Buffer.compare(Buffer.from(versionSortKey(a)), Buffer.from(versionSortKey(b)));
        expect(Math.sign(order)).to.equal(Math.sign(compareVersions(a, b)));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('latestRelease', () => {
  it('returns the release with the highest version', () => {
    const releases = ['1.9.9', '1.10.0', '1.10.0-rc3', '1.2.0'].map((version) => ({ version }));
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
