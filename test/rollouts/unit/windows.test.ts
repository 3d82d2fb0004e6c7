import { expect } from 'chai';
import fc from 'fast-check';
import { IANAZone } from 'luxon';
import { WEEKDAYS, type Window } from '../../../shared/inventory/domain/network-hours.js';
import { openingAt, type Hours } from '../../../shared/rollouts/domain/windows.js';

const DAILY: readonly Window['days'][number][] = WEEKDAYS;

function hours(fields: Partial<Omit<Hours, 'zone'>> & { readonly zone?: string } = {}): Hours {
  const { zone = 'Europe/Berlin', ...rest } = fields;
  return { zone: IANAZone.create(zone), windows: [], blackout: [], leadMinutes: 0, ...rest };
}

/** The opening at a time, in ISO 8601. */
function opening(of: Hours, now: string): [from: string, to: string] | null {
  const found = openingAt(of, new Date(now));
  if (found === null) return null;
  const iso = (ms: number): string => new Date(ms).toISOString().replace(':00.000Z', 'Z');
  return [iso(found.from), iso(found.to)];
}

describe('a maintenance window', () => {
  const night = { days: ['tue'], from: '01:00', to: '05:00' } as const;

  it('is open from its start up to its lead before its end', () => {
    const tuesdays = hours({ windows: [night], leadMinutes: 15 });
    const first = ['2026-12-01T00:00Z', '2026-12-01T03:45Z'];
    expect(opening(tuesdays, '2026-11-30T12:00:00Z')).to.deep.equal(first);
    expect(opening(tuesdays, '2026-12-01T03:44:59Z')).to.deep.equal(first);
    expect(opening(tuesdays, '2026-12-01T03:45:00Z')).to.deep.equal([
      '2026-12-08T00:00Z',
      '2026-12-08T03:45Z',
    ]);
  });

  // docs/rollouts.md#windows-3
  it('lasts into the next day when it ends at or before its start', () => {
    const late = hours({ windows: [{ days: ['sun'], from: '22:00', to: '02:00' }] });
    expect(opening(late, '2026-11-29T23:30:00Z')).to.deep.equal(['2026-11-29T21:00Z', '2026-11-30T01:00Z']);
    const whole = hours({ windows: [{ days: ['mon'], from: '03:00', to: '03:00' }] });
    expect(opening(whole, '2026-11-30T12:00:00Z')).to.deep.equal(['2026-11-30T02:00Z', '2026-12-01T02:00Z']);
  });

  it('joins windows that overlap or touch', () => {
    const both = hours({
      windows: [
        { days: ['mon'], from: '20:00', to: '00:00' },
        { days: ['tue'], from: '00:00', to: '03:00' },
        { days: ['tue'], from: '02:00', to: '04:00' },
      ],
      leadMinutes: 30,
    });
    expect(opening(both, '2026-11-30T20:00:00Z')).to.deep.equal(['2026-11-30T19:00Z', '2026-12-01T02:30Z']);
  });

  // docs/rollouts.md#windows-4
  it('starts after the gap when the clocks skip its start', () => {
    const skipped = hours({ windows: [{ days: ['sun'], from: '02:30', to: '05:00' }] });
    expect(opening(skipped, '2027-03-28T00:00:00Z')).to.deep.equal([
      '2027-03-28T01:00Z',
      '2027-03-28T03:00Z',
    ]);
  });

  // docs/rollouts.md#windows-4
  it('starts at the first of two equal times', () => {
    const twice = hours({ windows: [{ days: ['sun'], from: '02:30', to: '05:00' }] });
    expect(opening(twice, '2027-10-30T20:00:00Z')).to.deep.equal(['2027-10-31T00:30Z', '2027-10-31T04:00Z']);
  });

  // docs/rollouts.md#windows-4
  it('does not exist on the day on which the clocks skip all of it', () => {
    const lost = hours({ windows: [{ days: ['sun'], from: '02:00', to: '02:45' }] });
    expect(opening(lost, '2027-03-27T12:00:00Z')).to.deep.equal(['2027-04-04T00:00Z', '2027-04-04T00:45Z']);
  });
});

describe('a blackout', () => {
  it('closes its dates, both inclusive, by the clocks of the zone', () => {
    const closed = hours({ blackout: [{ from: '2026-12-24', to: '2026-12-26' }] });
    expect(opening(closed, '2026-12-23T23:00:00Z')?.[0]).to.equal('2026-12-26T23:00Z');
    expect(opening(closed, '2026-12-23T22:59:59Z')?.[1]).to.equal('2026-12-23T23:00Z');
  });

  it('ends a window, with its lead, and the rest of the window opens after it', () => {
    const cut = hours({
      windows: [{ days: [...DAILY], from: '22:00', to: '06:00' }],
      blackout: [{ from: '2026-12-24', to: '2026-12-24' }],
      leadMinutes: 15,
    });
    expect(opening(cut, '2026-12-23T21:30:00Z')).to.deep.equal(['2026-12-23T21:00Z', '2026-12-23T22:45Z']);
    expect(opening(cut, '2026-12-23T22:50:00Z')).to.deep.equal(['2026-12-24T23:00Z', '2026-12-25T04:45Z']);
  });

  it('closes a rollout for good when it covers its whole life', () => {
    const never = hours({ blackout: [{ from: '2026-01-01', to: '2029-12-31' }] });
    expect(opening(never, '2026-12-01T00:00:00Z')).to.equal(null);
  });
});

describe('without windows', () => {
  it('a rollout is open, and the opening is cut off after some days', () => {
    const found = openingAt(hours(), new Date('2026-12-01T12:00:00Z'));
    expect(found?.to).to.be.greaterThan(new Date('2026-12-08T12:00:00Z').getTime());
  });
});

describe('openings of any windows', () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
  const windows = fc.array(
    fc.record({ days: fc.subarray([...DAILY], { minLength: 1 }), from: time, to: time }),
    { maxLength: 4 },
  );
  const date = fc.integer({ min: 0, max: 40 }).map((day) => {
    return new Date(Date.UTC(2027, 2, 10 + day)).toISOString().slice(0, 10);
  });
  const blackout = fc.array(fc.record({ from: date, to: date }), { maxLength: 3 });
  const zone = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'UTC',
  );
  const now = fc.integer({ min: Date.UTC(2027, 2, 10), max: Date.UTC(2027, 3, 20) });

  it('contain only minutes whose local time is in a window and whose date is not blacked out', () => {
    fc.assert(
      fc.property(windows, blackout, zone, now, (someWindows, someBlackout, name, at) => {
        const of = hours({ windows: someWindows, blackout: someBlackout, zone: name });
        const found = openingAt(of, new Date(at));
        if (found === null) return;
        expect(found.to).to.be.greaterThan(at);
        const inside = Math.max(found.from, at);
        const local = new Date(inside + of.zone.offset(inside) * 60_000).toISOString();
        expect(
          someBlackout.some(({ from, to }) => from <= local.slice(0, 10) && local.slice(0, 10) <= to),
        ).to.equal(false);
        if (found.from <= at) {
          const again = openingAt(of, new Date(at + 1));
          if (again !== null && at + 1 < found.to) expect(again.from).to.be.at.most(at + 1);
        } else {
          expect(openingAt(of, new Date(found.from))).to.deep.include({ from: found.from });
        }
      }),
    );
  });

  it('are the minutes that a plain reading of the windows allows, in UTC', () => {
    const isOpen = (someWindows: readonly Window[], at: number): boolean => {
      if (someWindows.length === 0) return true;
      const minute = new Date(at).toISOString().slice(11, 16);
      const weekday = (days: number) => WEEKDAYS[(new Date(at + days * 86_400_000).getUTCDay() + 6) % 7];
      return someWindows.some(({ days, from, to }) => {
        const lasts = to <= from;
        const begun = days.some((day) => day === weekday(0)) && from <= minute && (lasts || minute < to);
        return begun || (lasts && days.some((day) => day === weekday(-1)) && minute < to);
      });
    };
    fc.assert(
      fc.property(windows, now, (someWindows, at) => {
        const found = openingAt(hours({ windows: someWindows, zone: 'UTC' }), new Date(at));
        expect(found !== null && found.from <= at).to.equal(isOpen(someWindows, at));
      }),
    );
  });
});
