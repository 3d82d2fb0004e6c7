import { expect } from 'chai';
import { DEFAULT_MEANINGS, readMeanings, wordOf } from '../../../shared/configuration/domain/meanings.js';

// docs/configuration.md#meanings
describe('the meanings of numbers', () => {
  it('are those of the table, with or without leading zeros', () => {
    expect(wordOf(DEFAULT_MEANINGS, 'security_mode', '5')).to.equal('wpa2-psk-wpa3-sae');
    expect(wordOf(DEFAULT_MEANINGS, 'security_mode', '007')).to.equal('owe');
    expect(wordOf(DEFAULT_MEANINGS, 'radio_band', '0')).to.equal(undefined);
    expect(wordOf(DEFAULT_MEANINGS, 'radio_band', 'constructor')).to.equal(undefined);
  });

  it('of a file replace those of the fields that it names', () => {
    const file = { security_mode: { '9': 'wpa2-psk' } };
    expect(readMeanings(file)).to.deep.equal({ ok: true, meanings: file });
    expect(readMeanings({})).to.deep.equal({ ok: true, meanings: {} });
  });

  it('of a file with unknown fields, numbers or words are refused by their paths', () => {
    const read = readMeanings({
      colour: {},
      nat: { '1': 'sometimes', '01': 'on' },
      acl_mac: ['on'],
    });
    const paths = read.ok ? [] : read.problems.map(({ path }) => path);
    expect(paths).to.deep.equal(['colour', 'nat.1', 'nat.01', 'acl_mac']);
    expect(readMeanings([])).to.have.property('ok', false);
  });
});
