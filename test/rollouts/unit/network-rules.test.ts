import { expect } from 'chai';
import { endsPerMinute, estimatedEnd, withEnds } from '../../../shared/rollouts/domain/end-rate.js';
import { networkLimit } from '../../../shared/rollouts/domain/coverage.js';
import {
  isBlocked,
  keepsBack,
  withDispatched,
  type NetworkLoad,
} from '../../../shared/rollouts/domain/network-rules.js';
import { hoursIn, openingAt } from '../../../shared/rollouts/domain/windows.js';

const load = (fields: Partial<NetworkLoad>): NetworkLoad => {
  return { devices: 40, inFlight: 0, switchInFlight: false, failed: 0, ...fields };
};
const last = { max_percent: 25, switches_last: true };
const anyOrder = { max_percent: 25, switches_last: false };

describe('the limit of a network', () => {
  for (const [percent, devices, limit] of [
    [25, 0, 1],
    [25, 7, 1],
    [25, 8, 2],
    [25, 11, 2],
    [16.1, 1000, 161],
    [1, 99, 1],
    [100, 1, 1],
    [33.3, 1000, 333],
  ] as const)
    it(`is ${limit} for ${percent} % of ${devices} devices`, () => {
      expect(networkLimit(percent, devices)).to.equal(limit);
    });

  // docs/rollouts.md#network_limit-1
  it('counts what is in flight and what the rollout failed', () => {
    expect(keepsBack(load({ inFlight: 9 }), last, false, false)).to.equal(null);
    expect(keepsBack(load({ inFlight: 10 }), last, false, false)).to.equal('network_limit');
    expect(keepsBack(load({ inFlight: 6, failed: 3 }), last, false, false)).to.equal(null);
    expect(keepsBack(load({ inFlight: 6, failed: 4 }), last, false, false)).to.equal('network_limit');
    expect(keepsBack(withDispatched(load({ inFlight: 9 }), false), last, false, false)).to.equal(
      'network_limit',
    );
  });

  // docs/rollouts.md#network_limit-2
  it('blocks a network once as many have failed', () => {
    expect(isBlocked(load({ inFlight: 10, failed: 9 }), last)).to.equal(false);
    expect(isBlocked(load({ failed: 10 }), last)).to.equal(true);
    expect(isBlocked(load({ devices: 3, failed: 1 }), last)).to.equal(true);
  });
});

// docs/rollouts.md#switches_last-1
describe('a switch', () => {
  it('waits for everything in flight and for access points that are up', () => {
    expect(keepsBack(load({}), last, true, false)).to.equal(null);
    expect(keepsBack(load({ inFlight: 1 }), last, true, false)).to.equal('switch');
    expect(keepsBack(load({}), last, true, true)).to.equal('switch');
    expect(keepsBack(load({ inFlight: 1 }), anyOrder, true, true)).to.equal(null);
  });

  it('keeps everything else waiting until it has ended', () => {
    const after = withDispatched(load({}), true);
    expect(keepsBack(after, last, false, true)).to.equal('switch');
    expect(keepsBack(after, last, true, false)).to.equal('switch');
    expect(keepsBack(after, anyOrder, false, true)).to.equal(null);
  });
});

// docs/rollouts.md#network_hours-1
describe('the hours of a network', () => {
  const settings = {
    time_zone: 'UTC',
    windows: [{ days: ['sun'], from: '02:30', to: '05:00' }] as const,
    blackout: [{ from: '2027-03-21', to: '2027-03-21' }],
    lead_minutes: 15,
  };
  const opening = (own: Parameters<typeof hoursIn>[1], now: string): string[] => {
    const { from = 0, to = 0 } = openingAt(hoursIn(settings, own), new Date(now)) ?? {};
    return [from, to].map((at) => new Date(at).toISOString());
  };
  const none = { time_zone: null, windows: null };

  it('are the windows of the rollout by the clock of its own zone, also when the clocks change', () => {
    const berlin = { ...none, time_zone: 'Europe/Berlin' };
    expect(opening(none, '2027-03-28T00:00:00Z')[0]).to.equal('2027-03-28T02:30:00.000Z');
    expect(opening(berlin, '2027-03-28T00:00:00Z')).to.deep.equal([
      '2027-03-28T01:00:00.000Z',
      '2027-03-28T02:45:00.000Z',
    ]);
    expect(opening(berlin, '2027-10-31T00:00:00Z')[0]).to.equal('2027-10-31T00:30:00.000Z');
    const newYork = { ...none, time_zone: 'America/New_York' };
    expect(opening(newYork, '2027-03-14T00:00:00Z')[0]).to.equal('2027-03-14T07:00:00.000Z');
  });

  it('are its own windows by the clock of the rollout when it has no zone', () => {
    const own = { ...none, windows: [{ days: ['mon'], from: '10:00', to: '11:00' }] as const };
    expect(opening(own, '2027-03-28T00:00:00Z')).to.deep.equal([
      '2027-03-29T10:00:00.000Z',
      '2027-03-29T10:45:00.000Z',
    ]);
    expect(opening({ ...none, windows: [] }, '2027-03-28T00:00:00Z')[0]).to.equal('2027-03-27T00:00:00.000Z');
  });

  // docs/rollouts.md#network_hours-2
  it('are closed on the dates of the blackout in its own zone', () => {
    const always = { time_zone: 'Pacific/Auckland', windows: [] };
    // The 22nd begins in Auckland at 11:00 UTC of the 21st.
    expect(opening(always, '2027-03-20T12:00:00Z')[0]).to.equal('2027-03-21T11:00:00.000Z');
  });
});

// docs/rollouts.md#progress-2
describe('the rate of a rollout', () => {
  const at = (time: string): Date => new Date(`2026-12-01T${time}Z`);
  const ended = (count: number, time: string): Date[] => Array<Date>(count).fill(at(time));

  it('is the number of upgrades that ended in the last 15 minutes, a minute', () => {
    const recent = withEnds([], [...ended(20, '00:46:00'), ...ended(9, '00:59:59')], at('01:00:00'));
    expect(endsPerMinute(recent, 1, at('01:00:00'))).to.equal(2);
    expect(endsPerMinute(recent, 0, at('01:01:30'))).to.be.closeTo((20 * 0.5 + 9) / 15, 1e-9);
    expect(endsPerMinute(recent, 0, at('01:14:30'))).to.be.closeTo(0.3, 1e-9);
    expect(endsPerMinute(recent, 0, at('01:17:00'))).to.equal(0);
  });

  it('keeps no more than sixteen minutes', () => {
    let recent = withEnds([], [], at('00:00:00'));
    for (let minute = 0; minute < 60; minute += 1) {
      const now = at(`00:${String(minute).padStart(2, '0')}:30`);
      recent = withEnds(recent, [now], now);
    }
    expect(recent).to.have.length(16);
  });

  it('tells when the waiting upgrades will have ended, and nothing at 0', () => {
    expect(estimatedEnd(20, 2, at('01:00:00'))).to.deep.equal(at('01:10:00'));
    expect(estimatedEnd(20, 0, at('01:00:00'))).to.equal(null);
  });
});
