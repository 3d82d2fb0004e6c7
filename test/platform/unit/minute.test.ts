import { expect } from 'chai';
import { LOCALES } from '../../../shared/platform/values/locales.js';
import { zonedMinute } from '../../../shared/platform/values/minute.js';

describe('zonedMinute', () => {
  it('gives the offset, which tells the two hours apart when clocks are set back', () => {
    const texts = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((at) =>
      zonedMinute(new Date(at), 'Europe/Berlin'),
    );
    expect(texts).to.deep.equal([
      '2026-10-25 02:30 +02:00 (Europe/Berlin)',
      '2026-10-25 02:30 +01:00 (Europe/Berlin)',
    ]);
  });

  it('is in UTC without a zone, and for one that is not known', () => {
    for (const zone of [null, undefined, 'Mars/Olympus'])
      expect(zonedMinute(new Date('2026-10-25T00:30:00Z'), zone)).to.equal('2026-10-25 00:30 UTC');
  });
});

describe('the locales of the console', () => {
  it('are known to the ICU data of Node', () => {
    expect(Intl.DateTimeFormat.supportedLocalesOf([...LOCALES])).to.deep.equal([...LOCALES]);
  });
});
