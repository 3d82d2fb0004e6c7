import { expect } from 'chai';
import fc from 'fast-check';
import { IANAZone } from 'luxon';
import { HoursGroups } from '../../../shared/rollouts/domain/preview/hours-groups.js';
import { timesOfWork } from '../../../shared/rollouts/domain/preview/stage-work.js';
import type { RolloutSettings } from '../../../shared/rollouts/domain/settings.js';
import type { Hours } from '../../../shared/rollouts/domain/windows.js';
import type { Window } from '../../../shared/inventory/domain/network-hours.js';

const MINUTE_MS = 60_000;
const DAILY: Window['days'] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const FROM = Date.parse('2026-12-01T00:00:00Z');

describe('the times of the work of a stage', () => {
  const daily = (from: string, to: string): Hours => ({
    zone: IANAZone.create('UTC'),
    windows: [{ days: DAILY, from, to }],
    blackout: [],
    leadMinutes: 0,
  });
  const always: Hours = { ...daily('00:00', '00:00'), windows: [] };
  const closed: Hours = { ...always, blackout: [{ from: '2026-01-01', to: '2099-12-31' }] };
  const share = (hours: Hours, minutes: number) => ({ hours, workMs: minutes * MINUTE_MS });
  const times = (shares: Parameters<typeof timesOfWork>[0], upgradeMinutes = 0) => {
    const { startsAt, endsAt } = timesOfWork(shares, FROM, upgradeMinutes * MINUTE_MS);
    return [startsAt, endsAt].map((at) => at && new Date(at).toISOString().slice(8, 16));
  };

  // docs/rollouts.md#preview_rollout-3
  it('add up where networks are open at the same time, because they share one rate', () => {
    const shares = [share(daily('01:00', '05:00'), 60), share(daily('01:00', '04:00'), 90)];
    expect(times(shares)).to.deep.equal(['01T01:00', '01T03:30']);
  });

  it('begin with the first window and end with the last one', () => {
    const shares = [share(daily('20:00', '22:00'), 30), share(daily('02:00', '04:00'), 30)];
    expect(times(shares, 15)).to.deep.equal(['01T02:00', '01T20:45']);
  });

  it('give the rate to the networks that close first', () => {
    const shares = [share(always, 120), share(daily('00:00', '01:00'), 60)];
    expect(times(shares)).to.deep.equal(['01T00:00', '01T03:00']);
  });

  it('go on in the next window', () => {
    expect(times([share(daily('01:00', '02:00'), 150)], 15)).to.deep.equal(['01T01:00', '03T01:45']);
  });

  it('have no end when one of the networks never opens, and no beginning when none does', () => {
    expect(times([share(always, 10), share(closed, 10)])).to.deep.equal(['01T00:00', null]);
    expect(times([share(closed, 10)])).to.deep.equal([null, null]);
  });

  it('are those of one share when it is divided into shares of the same hours', () => {
    const minutes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(minutes, (parts) => {
        const hours = daily('01:00', '03:00');
        const whole = parts.reduce((sum, part) => sum + part, 0);
        expect(times(parts.map((part) => share(hours, part)))).to.deep.equal(times([share(hours, whole)]));
      }),
      { numRuns: 5 },
    );
  });
});

describe('the groups of hours of a preview', () => {
  const settings = {
    time_zone: 'Europe/Berlin',
    windows: [{ days: DAILY, from: '01:00', to: '02:00' }],
    blackout: [],
    lead_minutes: 0,
  } as unknown as RolloutSettings;

  it('contain the networks of equal hours, and of the rollout those without', () => {
    const groups = new HoursGroups(settings);
    const tokyo = { time_zone: 'Asia/Tokyo', windows: null };
    groups.add(4, tokyo);
    groups.add(5, { time_zone: null, windows: [] });
    groups.add(6, { ...tokyo });
    expect([-1, 3, 4, 5, 6].map((id) => groups.groupOf(id))).to.deep.equal([0, 0, 1, 2, 1]);
    expect(groups.hours.map(({ zone, windows }) => [zone.name, windows.length])).to.deep.equal([
      ['Europe/Berlin', 1],
      ['Asia/Tokyo', 1],
      ['Europe/Berlin', 0],
    ]);
  });
});
