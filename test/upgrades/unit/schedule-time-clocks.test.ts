import { expect } from 'chai';
import { due } from './due.js';

describe('resolveScheduleTime, clocks set forward', () => {
  for (const [zone, text, gap] of [
    ['America/New_York', '2026-03-08 02:00', 'the clocks go from 02:00 to 03:00'],
    ['America/New_York', '2026-03-08 02:59:59.999', 'the clocks go from 02:00 to 03:00'],
    ['Europe/Berlin', '2026-03-29 02:30', 'the clocks go from 02:00 to 03:00'],
    ['Europe/London', '2026-03-29 01:30', 'the clocks go from 01:00 to 02:00'],
    ['Australia/Lord_Howe', '2026-10-04 02:00', 'the clocks go from 02:00 to 02:30'],
    ['Australia/Lord_Howe', '2026-10-04 02:29', 'the clocks go from 02:00 to 02:30'],
    ['America/Santiago', '2026-09-06 00:30', 'the clocks go from 00:00 to 01:00'],
  ] as const) {
    it(`refuses ${text} in ${zone} and names the gap`, () => {
      const reason = due(text, zone);
      expect(reason).to.equal(`schedule_at ${text.slice(0, 16)} does not exist in ${zone}: ${gap}`);
    });
  }

  for (const [zone, text, instant] of [
    ['America/New_York', '2026-03-08 01:59', '2026-03-08T06:59:00.000Z'],
    ['America/New_York', '2026-03-08 03:00', '2026-03-08T07:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29 01:59', '2026-03-29T00:59:00.000Z'],
    ['Europe/Berlin', '2026-03-29 03:00', '2026-03-29T01:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04 01:59', '2026-10-03T15:29:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04 02:30', '2026-10-03T15:30:00.000Z'],
    ['Asia/Kolkata', '2026-03-29 02:30', '2026-03-28T21:00:00.000Z'],
  ] as const) {
    it(`accepts ${text} in ${zone}`, () => {
      expect(due(text, zone)).to.equal(instant);
    });
  }

  it('names a gap of a whole day', () => {
    const reason = due('2011-12-30 12:00', 'Pacific/Apia', '2011-06-01T00:00:00Z');
    expect(reason).to.match(/^schedule_at 2011-12-30 12:00 does not exist in Pacific\/Apia/);
  });
});

describe('resolveScheduleTime, clocks set back', () => {
  for (const [zone, text, instant] of [
    ['America/New_York', '2026-11-01 01:00', '2026-11-01T05:00:00.000Z'],
    ['America/New_York', '2026-11-01 01:30', '2026-11-01T05:30:00.000Z'],
    ['America/New_York', '2026-11-01 02:00', '2026-11-01T07:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25 03:00', '2026-10-25T02:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05 01:45', '2026-04-04T14:45:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05 02:00', '2026-04-04T15:30:00.000Z'],
    ['Asia/Kolkata', '2026-10-25 02:30', '2026-10-24T21:00:00.000Z'],
  ] as const) {
    it(`takes the first ${text} in ${zone}`, () => {
      expect(due(text, zone)).to.equal(instant);
    });
  }

  it('takes the first in every season', () => {
    for (const now of ['2025-12-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-10-24T23:00:00Z']) {
      expect(due('2026-10-25 02:30', 'Europe/Berlin', now)).to.equal('2026-10-25T00:30:00.000Z');
    }
  });

  it('takes the second when the text carries its offset', () => {
    expect(due('2026-10-25T02:30+01:00', 'Europe/Berlin')).to.equal('2026-10-25T01:30:00.000Z');
  });
});
