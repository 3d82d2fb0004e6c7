import { expect } from 'chai';
import fc from 'fast-check';
import {
  gramsOfText,
  lookupOf,
  matchesWords,
  searchText,
  searchWords,
  type Lookup,
} from '../../../shared/inventory/domain/device-search.js';

/** Matches a lookup against stored trigrams as the database does. */
function found(grams: readonly string[], lookup: Lookup): boolean {
  switch (lookup.kind) {
    case 'all':
      return lookup.grams.every((gram) => grams.includes(gram));
    case 'beginning':
      return grams.some((gram) => gram.startsWith(lookup.with));
    case 'none':
      return true;
  }
}

describe('gramsOfText', () => {
  it('returns each run of three characters of a word once, and its last two', () => {
    expect(gramsOfText('abcabc\nbcd ab x')).to.deep.equal([
      'abc',
      'bca',
      'cab',
      'bc',
      'bcd',
      'cd',
      'ab',
      'x',
    ]);
  });

  it('drops separators, so that a MAC is one word in every notation', () => {
    expect(gramsOfText('02:5e:10')).to.deep.equal(gramsOfText('025e10'));
    expect(gramsOfText('025e.10')).to.deep.equal(gramsOfText('02-5e-10'));
  });

  it('counts code points', () => {
    expect(gramsOfText('a👩b🚀')).to.deep.equal(['a👩b', '👩b🚀', 'b🚀']);
  });

  it('returns nothing for separators', () => {
    expect(gramsOfText(' :: - \n')).to.deep.equal([]);
  });
});

describe('lookupOf', () => {
  it('looks up three or more characters by trigrams and two by prefix, and neither fewer nor separators', () => {
    expect(lookupOf('02:5e')).to.deep.equal({ kind: 'all', grams: ['025', '25e'] });
    expect(lookupOf('a-b')).to.deep.equal({ kind: 'beginning', with: 'ab' });
    expect(lookupOf(':x')).to.deep.equal({ kind: 'none' });
    expect(lookupOf('--')).to.deep.equal({ kind: 'none' });
  });

  it('finds every text that contains the word', () => {
    const unit = fc.constantFrom('a', 'b', '1', '-', ':', '.', '_', ' ', '\n', 'ß', 'İ', 'ç', '👩', 'को');
    const text = fc.string({ unit, maxLength: 12 });
    const fields = fc.record({
      name: text,
      macId: fc.constant('02:00:5E:10:AB:CD'),
      routerSerialNumber: text,
      firmwareVersion: fc.constantFrom('1.10.0', '2.0.0-rc1'),
      networkName: text,
      hpName: text,
      tagNames: fc.array(text, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fields, fc.nat(), fc.nat(12), (given, from, length) => {
        const stored = searchText(given);
        const points = Array.from(stored);
        const start = from % points.length;
        const words = searchWords(points.slice(start, start + length).join(''));
        if (!matchesWords(stored, words)) return;
        const grams = gramsOfText(stored);
        for (const word of words) expect(found(grams, lookupOf(word)), word).to.equal(true);
      }),
      { numRuns: 2000 },
    );
  });
});
