import { expect } from 'chai';
import fc from 'fast-check';
import { presentScheduleTime, resolveScheduleTime } from '../../../shared/upgrades/domain/schedule-time.js';
import { due, JANUARY } from './due.js';

describe('resolveScheduleTime, now', () => {
  const now = new Date(JANUARY);

  it('is due at once and ignores schedule_at', () => {
    expect(resolveScheduleTime({ scheduleType: 'now', scheduleAt: 'tomorrow' }, now)).to.deep.equal({
      ok: true,
      dueAt: now,
      zone: null,
    });
    expect(resolveScheduleTime({ scheduleType: 'now', timeZone: 'Asia/Kolkata' }, now)).to.include({
      zone: 'Asia/Kolkata',
    });
  });

  it('refuses an unknown zone and an unknown schedule_type', () => {
    expect(resolveScheduleTime({ scheduleType: 'now', timeZone: 'UTC+3' }, now)).to.include({
      field: 'time_zone',
    });
    for (const scheduleType of ['', 'Now', 'soon']) {
      expect(resolveScheduleTime({ scheduleType }, now)).to.deep.equal({
        ok: false,
        field: 'schedule_type',
        reason: 'schedule_type must be now or later',
      });
    }
  });
});

describe('resolveScheduleTime, the notation of a time', () => {
  for (const [text, instant] of [
    ['2026-03-01 10:30', '2026-03-01T08:30:00.000Z'],
    ['  2026-03-01 10:30  ', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T10:30', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01 10:30:15', '2026-03-01T08:30:15.000Z'],
    ['2026-03-01T10:30:15.5', '2026-03-01T08:30:15.500Z'],
    ['2026-03-01T10:30:15,123456789', '2026-03-01T08:30:15.123Z'],
    ['2026-03-01T24:00', '2026-03-01T22:00:00.000Z'],
    ['2026-03-01T10:30Z', '2026-03-01T10:30:00.000Z'],
    ['2026-03-01t10:30z', '2026-03-01T10:30:00.000Z'],
    ['2026-03-01T10:30:00+05:30', '2026-03-01T05:00:00.000Z'],
    ['2026-03-01 10:30 -0330', '2026-03-01T14:00:00.000Z'],
    ['2026-03-01T00:30:00+14', '2026-02-28T10:30:00.000Z'],
  ] as const) {
    it(`reads ${JSON.stringify(text)}`, () => {
      expect(due(text, 'Africa/Johannesburg')).to.equal(instant);
    });
  }

  for (const text of [
    'tomorrow',
    '2026-03-01',
    '10:30',
    '2026-W10-7T10:30',
    '2026-060T10:30',
    '20260301T1030',
    '2026-3-1 10:30',
    '2026-03-01 1:30',
    '2026-13-01 10:30',
    '2026-02-29 10:30',
    '2026-04-31 10:30',
    '2026-03-01 25:00',
    '2026-03-01 24:01',
    '2026-03-01 10:60',
    '2026-03-01 10:30:60',
    '2026-03-01 10:30 PM',
    '01/03/2026 10:30',
    '2026-03-01T10:30+24:00',
    '2026-03-01T10:30[Europe/Berlin]',
    '+002026-03-01T10:30',
    '1772361000',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(due(text)).to.equal('schedule_at is not a time: use YYYY-MM-DD HH:MM or ISO 8601');
    });
  }

  it('refuses a missing time', () => {
    for (const scheduleAt of [undefined, null, '', '  ']) {
      expect(resolveScheduleTime({ scheduleType: 'later', scheduleAt }, new Date(JANUARY))).to.deep.equal({
        ok: false,
        field: 'schedule_at',
        reason: 'schedule_at is missing: schedule_type later needs a time',
      });
    }
  });

  it('reads a time by its own offset, and shows it in the zone', () => {
    const input = {
      scheduleType: 'later',
      scheduleAt: '2026-03-08T02:30:00-05:00',
      timeZone: 'America/New_York',
    };
    expect(resolveScheduleTime(input, new Date(JANUARY))).to.deep.equal({
      ok: true,
      dueAt: new Date('2026-03-08T07:30:00Z'),
      zone: 'America/New_York',
    });
  });

  it('refuses an unknown zone even when the text carries an offset', () => {
    expect(due('2026-03-08T02:30:00Z', 'Mars/Olympus')).to.match(
      /^time_zone is not the name of an IANA time zone/,
    );
  });

  it('reads a time without a zone in UTC', () => {
    for (const timeZone of [undefined, null, '', ' ']) {
      expect(
        resolveScheduleTime(
          { scheduleType: 'later', scheduleAt: '2026-03-01 10:30', timeZone },
          new Date(JANUARY),
        ),
      ).to.deep.equal({ ok: true, dueAt: new Date('2026-03-01T10:30:00Z'), zone: 'UTC' });
    }
  });
});

describe('resolveScheduleTime, limits', () => {
  const now = '2028-02-29T12:00:30Z';

  // docs/interface.md#upgrades-create-8
  it('accepts a time up to one minute past', () => {
    expect(due('2028-02-29 11:59:30', 'UTC', now)).to.equal('2028-02-29T11:59:30.000Z');
    expect(due('2028-02-29 11:59:29', 'UTC', now)).to.equal('schedule_at is in the past');
    expect(due('2020-01-01 00:00', 'UTC', now)).to.equal('schedule_at is in the past');
  });

  // docs/interface.md#upgrades-create-8
  it('accepts a time up to one year ahead, from a leap day to the end of February', () => {
    expect(due('2029-02-28 12:00:30', 'UTC', now)).to.equal('2029-02-28T12:00:30.000Z');
    expect(due('2029-02-28 12:00:31', 'UTC', now)).to.equal('schedule_at is more than a year ahead');
    expect(due('9999-12-31 23:59', 'UTC', now)).to.equal('schedule_at is more than a year ahead');
  });

  it('accepts a leap day and the turn of the year in the zone', () => {
    expect(due('2028-02-29 00:00', 'Asia/Kolkata', '2028-01-01T00:00:00Z')).to.equal(
      '2028-02-28T18:30:00.000Z',
    );
    expect(due('2027-01-01 00:00', 'America/New_York')).to.equal('schedule_at is more than a year ahead');
    expect(due('2026-12-31 18:59', 'America/New_York')).to.equal('2026-12-31T23:59:00.000Z');
  });
});

describe('presentScheduleTime', () => {
  for (const [zone, instant, shown] of [
    ['UTC', '2026-03-01T10:30:00Z', '2026-03-01T10:30:00+00:00'],
    ['Europe/London', '2026-01-01T10:30:00Z', '2026-01-01T10:30:00+00:00'],
    ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00'],
    ['Europe/Berlin', '2026-10-25T01:30:00.999Z', '2026-10-25T02:30:00+01:00'],
    ['America/New_York', '2026-01-01T02:00:00Z', '2025-12-31T21:00:00-05:00'],
    ['Asia/Kolkata', '2026-03-01T10:30:15Z', '2026-03-01T16:00:15+05:30'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-10-04T02:30:00+11:00'],
    ['Nowhere/Known', '2026-03-01T10:30:00Z', '2026-03-01T10:30:00+00:00'],
  ] as const) {
    it(`shows ${instant} in ${zone}`, () => {
      expect(presentScheduleTime(new Date(instant), zone)).to.equal(shown);
    });
  }

  it('shows a text that resolves to the same instant in every zone', () => {
    const now = new Date(JANUARY);
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    fc.assert(
      fc.property(zones, fc.nat(364 * 86_400), (timeZone, seconds) => {
        const dueAt = new Date(now.getTime() + seconds * 1000);
        const scheduleAt = presentScheduleTime(dueAt, timeZone);
        expect(resolveScheduleTime({ scheduleType: 'later', scheduleAt, timeZone }, now)).to.deep.equal({
          ok: true,
          dueAt,
          zone: timeZone,
        });
        const bare = resolveScheduleTime(
          { scheduleType: 'later', scheduleAt: scheduleAt.slice(0, 19), timeZone },
          now,
        );
        expect(bare.ok && bare.dueAt <= dueAt).to.equal(true);
      }),
      { numRuns: 500 },
    );
  });
});
