import { expect } from 'chai';
import { domainOf, domainText, judgeDomain } from '../../../shared/sso/domain/domains.js';

const NOW = new Date('2026-06-15T12:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);
const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;

// docs/sso.md#domains-2
describe('the proof of a domain', () => {
  const after = ({ checkAt }: { checkAt: Date }): number => (checkAt.getTime() - NOW.getTime()) / 1000;

  it('begins when the record is seen, and is looked up again after a day', () => {
    const judged = judgeDomain({ listedAt: ago(30) }, true, NOW);
    expect(judged).to.deep.include({ isProven: true, provenAt: NOW, seenAt: NOW });
    expect(after(judged)).to.equal(DAY_S);
  });

  it('holds for a week without the record, and no longer', () => {
    const proven = (seconds: number) =>
      judgeDomain(
        { provenBy: 'dns', provenAt: ago(9 * WEEK_S), seenAt: ago(seconds), listedAt: ago(10 * WEEK_S) },
        false,
        NOW,
      );
    expect(proven(WEEK_S)).to.deep.include({
      isProven: true,
      provenAt: ago(9 * WEEK_S),
      seenAt: ago(WEEK_S),
    });
    expect(proven(WEEK_S + 1)).to.deep.include({ isProven: false, provenAt: null });
  });

  it('is not one of a record that was seen before the domain was lost', () => {
    expect(judgeDomain({ seenAt: ago(60), listedAt: ago(WEEK_S) }, false, NOW).isProven).to.equal(false);
  });

  it('is looked for ever more rarely, between a minute and a day', () => {
    const pauses = [0, 3600, 30 * DAY_S].map((s) => after(judgeDomain({ listedAt: ago(s) }, false, NOW)));
    expect(pauses).to.deep.equal([60, 360, DAY_S]);
  });
});

// docs/sso.md#domains-1
describe('a domain', () => {
  it('is a name of at least two labels, in lower case', () => {
    for (const name of ['example.com', 'a-b.example.co.uk', 'xn--bcher-kva.example'])
      expect(domainText.validate(name).error, name).to.equal(undefined);
    expect(domainText.validate(' Example.COM ').value).to.equal('example.com');
    for (const name of [
      'localhost',
      '10.0.0.1',
      '*.example.com',
      '-a.example',
      'a..example',
      'bücher.example',
    ])
      expect(domainText.validate(name).error, name).to.not.equal(undefined);
  });

  it('is that after the last @ of an email', () => {
    expect(domainOf('Ann@Example.com ')).to.equal('example.com');
    expect(domainOf('"a@b"@example.com')).to.equal('example.com');
    expect([domainOf('ann'), domainOf('@example.com'), domainOf('ann@')]).to.deep.equal([null, null, null]);
  });
});
