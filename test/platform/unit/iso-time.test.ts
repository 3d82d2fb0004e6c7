import { expect } from 'chai';
import fc from 'fast-check';
import { parseIsoTime } from '../../../shared/platform/values/iso-time.js';

describe('parseIsoTime', () => {
  const READ: [string, string][] = [
    ['2026-03-04T05:06:07Z', '2026-03-04T05:06:07.000Z'],
    ['2026-03-04T05:06:07.891Z', '2026-03-04T05:06:07.891Z'],
    ['2026-03-04T05:06:07.8919Z', '2026-03-04T05:06:07.891Z'],
    ['2026-03-04T05:06Z', '2026-03-04T05:06:00.000Z'],
    ['2026-03-04T05:06:07+02:30', '2026-03-04T02:36:07.000Z'],
    ['2026-03-04T23:06:07-05:00', '2026-03-05T04:06:07.000Z'],
    ['2026-03-04T05:06:07', '2026-03-04T05:06:07.000Z'],
    ['2026-03-04', '2026-03-04T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ];
  for (const [text, instant] of READ) {
    it(`reads ${text} as ${instant}`, () => {
      expect(parseIsoTime(text)?.toISOString()).to.equal(instant);
    });
  }

  for (const text of [
    '',
    'yesterday',
    '2026-02-29',
    '2026-02-30T00:00:00Z',
    '2026-13-01',
    '2026-03-04T24:00:00Z',
    '2026-03-04T05:60:00Z',
    '2026-03-04T05:06:07+24:00',
    '2026-03-04 05:06:07',
    '04/03/2026',
    '2026-03-04T05:06:07Z ',
  ]) {
    it(`refuses "${text}"`, () => {
      expect(parseIsoTime(text)).to.equal(null);
    });
  }

  it('reads the ISO form of a Date', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
        (date) => {
          expect(parseIsoTime(date.toISOString())?.getTime()).to.equal(date.getTime());
        },
      ),
    );
  });
});
