import { expect } from 'chai';
import { IANAZone } from 'luxon';
import { previewTimes } from '../../../shared/rollouts/domain/preview/preview-times.js';
import type {
  RolloutSettings,
  StageCoverage,
  StageSettings,
} from '../../../shared/rollouts/domain/settings.js';
import type { Hours } from '../../../shared/rollouts/domain/windows.js';

const stage = (coverage: StageCoverage): StageSettings => {
  return { ...coverage, soak_minutes: 30, approval: false };
};

describe('the times of a preview', () => {
  const settings = {
    rate: { per_minute: null, factor: 1, per_successes: null, max_per_minute: 100_000 },
    max_in_flight: 500,
    stages: [stage({ canary_per_part: 1 }), stage({ percent: 100 })],
  };
  const hours = (fields: Partial<Hours> = {}): Hours => ({
    zone: IANAZone.create('Europe/Berlin'),
    windows: [],
    blackout: [],
    leadMinutes: 15,
    ...fields,
  });
  /** The times of stages with so many devices that are up, in seconds. */
  const times = (
    opening: Hours | Hours[],
    from: string,
    up = [1, 1],
    rate: RolloutSettings['rate'] = settings.rate,
  ) =>
    previewTimes(
      up.map((devices) => ({ up: devices, hours: [opening].flat() })),
      { ...settings, rate, stages: up.map(() => stage({ percent: 100 })) },
      new Date(from),
      300,
    ).map(({ startsAt, endsAt }) => [startsAt, endsAt].map((at) => at && Math.round(at.getTime() / 1000)));
  const seconds = (text: string): number => Date.parse(text) / 1000;

  // docs/rollouts.md#preview_rollout-3
  it('are 1 ÷ 33.3 + 15 + 30 = 45.03 minutes for a stage of one device', () => {
    expect(
      times(hours({ windows: [{ days: ['tue'], from: '01:00', to: '05:00' }] }), '2026-11-30T20:00:00Z'),
    ).to.deep.equal([
      [seconds('2026-12-01T00:00:00Z'), seconds('2026-12-01T00:45:02Z')],
      [seconds('2026-12-01T00:45:02Z'), seconds('2026-12-01T01:30:04Z')],
    ]);
  });

  it('follow the lower of the rate and of what max_in_flight allows', () => {
    const from = '2026-11-30T20:00:00Z';
    const rate = { ...settings.rate, per_minute: 20 };
    // 600 devices take 600 ÷ 20 minutes, or 600 ÷ (500 ÷ 15); the last upgrade takes 15, and the soak 30.
    expect(times(hours(), from, [600], rate)).to.deep.equal([
      [seconds(from), seconds('2026-11-30T21:15:00Z')],
    ]);
    expect(times(hours(), from, [600])).to.deep.equal([[seconds(from), seconds('2026-11-30T21:03:00Z')]]);
  });

  it('go on in the next window, and not during a blackout', () => {
    const nightly = { windows: [{ days: ['mon', 'tue', 'wed'], from: '01:00', to: '02:00' }] } as const;
    // 18 + 15 minutes of work a stage, and 45 minutes of a window before its lead.
    expect(times(hours(nightly), '2026-11-29T12:00:00Z', [600, 600])).to.deep.equal([
      [seconds('2026-11-30T00:00:00Z'), seconds('2026-11-30T01:03:00Z')],
      [seconds('2026-12-01T00:00:00Z'), seconds('2026-12-01T01:03:00Z')],
    ]);
    const blackout = [{ from: '2026-11-30', to: '2026-12-01' }];
    expect(times(hours({ ...nightly, blackout }), '2026-11-29T12:00:00Z', [600])[0]?.[0]).to.equal(
      seconds('2026-12-02T00:00:00Z'),
    );
    expect(times(hours(nightly), '2026-11-29T12:00:00Z', [2000])).to.deep.equal([
      [seconds('2026-11-30T00:00:00Z'), seconds('2026-12-01T01:00:00Z')],
    ]);
  });

  it('begin with the first hours that open, and end when the last have taken the whole stage', () => {
    const [early, late] = (['01:00', '20:00'] as const).map((from) =>
      hours({ windows: [{ days: ['tue'], from, to: '23:00' }], leadMinutes: 0 }),
    );
    if (!early || !late) throw new Error('There are two');
    // 600 devices take 18 minutes, the last upgrade 15 and the soak 30.
    expect(times([late, early], '2026-11-30T20:00:00Z', [600])).to.deep.equal([
      [seconds('2026-12-01T00:00:00Z'), seconds('2026-12-01T20:03:00Z')],
    ]);
  });

  it('have no end when one of the networks never opens', () => {
    const never = hours({ blackout: [{ from: '2026-01-01', to: '2028-12-31' }] });
    expect(times([hours(), never], '2026-11-30T20:00:00Z', [1])).to.deep.equal([
      [seconds('2026-11-30T20:00:00Z'), null],
    ]);
  });

  it('are null when no window opens', () => {
    const never = hours({ blackout: [{ from: '2026-01-01', to: '2028-12-31' }] });
    expect(times(never, '2026-11-30T20:00:00Z')).to.deep.equal([
      [null, null],
      [null, null],
    ]);
  });
});
