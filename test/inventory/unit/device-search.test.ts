import { expect } from 'chai';
import fc from 'fast-check';
import {
  fold,
  matchesWords,
  searchText,
  searchWords,
  type SearchedFields,
} from '../../../shared/inventory/domain/device-search.js';
import { escapeRegExp } from '../../../shared/platform/values/escape-regexp.js';

const DEVICE: SearchedFields = {
  name: 'Lobby East',
  macId: '02:00:5E:10:AB:CD',
  routerSerialNumber: 'SN-0042',
  firmwareVersion: '1.10.0',
  networkName: 'Head Office',
  hpName: 'AP 635',
  tagNames: ['floor 2', 'guest'],
};

function finds(search: string, given: Partial<SearchedFields> = {}): boolean {
  return matchesWords(searchText({ ...DEVICE, ...given }), searchWords(search));
}

describe('device search', () => {
  for (const search of [
    'lobby',
    'OBBY',
    'east lobby',
    '  lobby\thead ',
    '0042',
    '1.10',
    'office',
    '635',
    'guest floor',
    '02:00:5e:10:ab:cd',
    '5E:10:AB',
    '02005e10abcd',
    '5E10AB',
    '02-00-5e-10-ab-cd',
    '0200.5E10.ABCD',
    'lobby 02-00-5E-10-AB-CD',
    '',
    '   ',
  ]) {
    it(`matches the device by ${JSON.stringify(search)}`, () => {
      expect(finds(search)).to.equal(true);
    });
  }

  for (const search of [
    'west',
    'lobby west',
    'eastlobby',
    'easthead',
    '1010',
    '.*',
    'lobby.east',
    '02-00-5e-10-ab-ce',
  ]) {
    it(`does not match the device by ${JSON.stringify(search)}`, () => {
      expect(finds(search)).to.equal(false);
    });
  }

  it('does not match a word across two fields, whatever the fields contain', () => {
    expect(finds('eastx', { name: 'East\n', macId: 'x' })).to.equal(false);
    expect(finds('guest', { tagNames: ['gu', 'est'] })).to.equal(false);
  });

  it('matches a part of a MAC in any notation, and no other MAC', () => {
    const macId = '02:00:5E:10:AB:CD';
    for (const part of [
      '5e-10-ab',
      '5E-10',
      'e-10',
      '-5e-1',
      '5e10.ab',
      '005e.10',
      '0200.5e10',
      'e10.abcd',
      '5e:10',
      '5e10ab',
    ]) {
      expect(finds(part, { macId }), part).to.equal(true);
      expect(finds(part, { macId: '02:00:5D:11:AB:CD' }), part).to.equal(false);
    }
  });

  it('takes no version for a part of a MAC', () => {
    for (const version of ['2.0', '10.5', '1.2.10'])
      expect(finds(version, { macId: '02:02:00:10:05:10', firmwareVersion: '' }), version).to.equal(false);
  });

  it('matches a MAC inside a name, in any notation', () => {
    for (const name of ['spare (aa-bb-cc-dd-ee-01)', 'spare AA:BB:CC:DD:EE:01', 'spare aabb.ccdd.ee01']) {
      for (const search of ['aa-bb-cc-dd-ee-01', 'AABB.CCDD.EE01', 'aa:bb:cc:dd:ee:01', 'AABBCCDDEE01']) {
        expect(finds(search, { name }), `${search} in ${name}`).to.equal(true);
      }
    }
  });

  for (const [language, name, searches] of [
    ['Turkish', 'İSTANBUL IŞIK', ['istanbul', 'İstanbul', 'ISTANBUL', 'ıstanbul', 'ışık', 'IŞIK', 'işik']],
    ['Turkish in small letters', 'istanbul ışık', ['İSTANBUL', 'ISTANBUL', 'IŞIK']],
    ['German', 'Hauptstraße GRÜN', ['HAUPTSTRASSE', 'strasse', 'STRAẞE', 'straße', 'grün', 'gru\u0308n']],
    ['Greek', 'ΟΔΟΣ Αθήνας', ['οδος', 'οδοσ', 'ΑΘΉΝΑΣ', 'αθήνας']],
    ['Hindi', 'दिल्ली कार्यालय', ['दिल्ली', 'कार्यालय', 'ल्ली', 'दिल्']],
    ['Hindi with composed letters', 'सड़क', ['सड\u093C\u0915', 'सड़क']],
    ['Vietnamese, decomposed', 'Hà Nội'.normalize('NFD'), ['hà', 'NỘI', 'nội'.normalize('NFD')]],
    ['emoji', 'Café 👩‍🚀🛰️ ☕', ['👩‍🚀', '🛰️', '☕', 'CAFÉ']],
    ['Japanese', '東京タワー', ['東京', 'タワー']],
    ['ligatures', 'ﬁnance oﬃce', ['finance', 'OFFICE']],
  ] as const) {
    it(`matches a name in ${language}`, () => {
      for (const search of searches) expect(finds(search, { name }), search).to.equal(true);
    });
  }

  it('does not treat half of an emoji as a letter', () => {
    expect(finds('\uD83D', { name: '👩' })).to.equal(false);
  });
});

describe('fold', () => {
  it('maps a letter, its upper case and its lower case to one folding, which folds to itself', () => {
    for (let point = 0; point <= 0x1ffff; point += 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const letter = String.fromCodePoint(point);
      const folded = fold(letter);
      const same = [letter.toUpperCase(), letter.toLowerCase(), folded].every(
        (form) => fold(form) === folded,
      );
      if (!same) expect.fail(`U+${point.toString(16)} folds in more than one way`);
    }
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fold(fold(text))).to.equal(fold(text));
      }),
    );
  });
});

describe('searchWords', () => {
  it('returns each folded word once', () => {
    expect(searchWords(' Lobby\u3000LOBBY east\n')).to.deep.equal(['lobby', 'east']);
  });

  it('returns at most 16 words of at most 64 characters', () => {
    const many = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
    expect(searchWords(many)).to.have.lengthOf(16);
    expect(searchWords('👩'.repeat(100))).to.deep.equal(['👩'.repeat(64)]);
    expect(searchWords('x '.repeat(100_000))).to.deep.equal(['x']);
  });
});

describe('search text and search words', () => {
  it('match every whole word of a field', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (name) => {
        const words = searchWords(name);
        expect(words.length > 16 || finds(words.join(' '), { name }), name).to.equal(true);
      }),
    );
  });
});

describe('escapeRegExp', () => {
  it('returns a pattern that matches exactly the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(new RegExp(`^${escapeRegExp(text)}$`, 'u').test(text)).to.equal(true);
        expect(new RegExp(`^${escapeRegExp(text)}$`, 'u').test(`${text}x`)).to.equal(false);
      }),
    );
    expect(new RegExp(escapeRegExp('1.1')).test('1x1')).to.equal(false);
  });

  it('escapes the null character', () => {
    expect(escapeRegExp('a\u0000b')).to.equal('a\\x00b');
    expect(new RegExp(escapeRegExp('a\u0000b')).test('a\u0000b')).to.equal(true);
  });
});
