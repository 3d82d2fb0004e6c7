import { expect } from 'chai';
import { Deafness } from '../../../../shared/deaf-periods/domain/deafness.js';
import { healthReason, isLookDue, withSick } from '../../../../shared/rollouts/domain/gates/health-gate.js';
import type { PartLook } from '../../../../shared/rollouts/domain/health/judge-part.js';
import { DEFAULT_SETTINGS } from '../../default-settings.js';

const NOW = new Date('2026-12-01T01:20:00Z');
const { gates: GATES } = DEFAULT_SETTINGS;

const stage = { number: 3, stage: 2, at: NOW, isEnd: false, randomised: true };
const treated = { sick: 9, devices: 100 };
const control = { sick: 20, devices: 2000 };

function found(given: Partial<PartLook> = {}): PartLook {
  const test = { sign: 'down', p: 3.982e-6, treated, control, effect: null, matters: true } as const;
  return {
    ...{ part: 'AP-110', verdict: 'tripped', treated, control, sign: 'down', p: 3.982e-6, limit: 5.787e-6 },
    ...{ effect: null, tests: [test], sick: { ended: 2, open: 1 } },
    sickNow: { success: 1, inFlight: 1 },
    examples: [{ upgrade_id: 1, mac_id: 'mac 1', sign: 'down' }],
    ...given,
  };
}

describe('what a look leads to', () => {
  // docs/rollouts.md#health-gate-7
  it('is a reason with the numbers of the test that tripped', () => {
    expect(healthReason({ ...stage, parts: [found()] })).to.deep.equal({
      ...{ gate: 'health_gate', stage: 2, part: 'AP-110', sign: 'down' },
      counts: { sick: 9, treated: 100, control_sick: 20, control: 2000 },
      ...{ p: 3.98e-6, limit: 5.79e-6, randomised: true },
      examples: [{ upgrade_id: 1, mac_id: 'mac 1', sign: 'down' }],
      at: '2026-12-01T01:20:00Z',
    });
  });

  it('is no reason when no part has tripped, and that of the part that chance explains least', () => {
    expect(healthReason({ ...stage, parts: [found({ verdict: 'passed' })] })).to.equal(null);
    const parts = [found(), found({ part: 'B', p: 1e-9 }), found({ part: 'C', verdict: 'passed', p: 0 })];
    expect(healthReason({ ...stage, parts })).to.include({ part: 'B' });
  });

  // docs/rollouts.md#health-gate-5
  it('adds sick devices without a control group to the failures', () => {
    const judged = [{ stage: 2, part: 'AP-110', success: 4, failed: 1, counted: 1, undelivered: 0 }];
    const failed = (part: PartLook) => withSick({ judged, failures: [] }, { ...stage, parts: [part] });
    const alone = failed(found({ verdict: 'no_control' }));
    expect(alone.judged[1]).to.deep.equal({
      ...{ stage: 2, part: 'AP-110', success: -3, failed: 3, counted: 3, undelivered: 0 },
    });
    expect(alone.failures.map(({ mac_id }) => mac_id)).to.deep.equal(['mac 1']);
    expect(failed(found({ verdict: 'passed' })).judged).to.deep.equal(judged);
  });
});

describe('the time of a look', () => {
  const rollout = (changes: object, settings: object = {}) =>
    ({
      state: 'Running',
      settings: { gates: GATES, stages: [{ percent: 100 }], ...settings },
      stages: [{ state: 'Running', soakUntil: null }],
      lookedAt: new Date(NOW.getTime() - 600_000),
      startedAt: new Date(NOW.getTime() - 3_600_000),
      ...changes,
    }) as unknown as Parameters<typeof isLookDue>[0];
  const ended = { stages: [{ state: 'Soaking', soakUntil: NOW }], lookedAt: NOW };
  const unwatched = { gates: { ...GATES, health: false } };

  const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
  const aWeekAgo = minutesAgo(7 * 24 * 60 + 1);

  for (const [what, given, due] of [
    ['ten minutes after the last', rollout({}), true],
    ['sooner', rollout({ lookedAt: new Date(NOW.getTime() - 599_000) }), false],
    ['at the end of the soak, however soon', rollout(ended), true],
    ['while the stage is bound', rollout({ stages: [{ state: 'Binding', soakUntil: null }] }), false],
    ['within the hour after a week', rollout({ startedAt: aWeekAgo, lookedAt: minutesAgo(59) }), false],
    ['an hour after the last after a week', rollout({ startedAt: aWeekAgo, lookedAt: minutesAgo(60) }), true],
    ['after the last stage', rollout({ stages: [] }), true],
    ['while the rollout is paused', rollout({ state: 'Paused' }), false],
    ['without the gate', rollout({}, unwatched), false],
    ['without the gate at the end of a stage', rollout(ended, unwatched), false],
    [
      'without the gate at the end of a canary stage',
      rollout(ended, { ...unwatched, stages: [{ canary_per_part: 1 }] }),
      true,
    ],
  ] as const) {
    it(`${due ? 'has come' : 'has not come'} ${what}`, () => {
      expect(isLookDue(given, 0, NOW)).to.equal(due);
    });
  }

  const deafUntil = (seconds: number): Deafness => {
    const to = NOW.getTime() + seconds * 1000;
    return new Deafness([{ from: NOW.getTime() - 3_600_000, to }], null, 300);
  };

  it('has not come while the service is deaf, nor in the grace after it', () => {
    expect(isLookDue(rollout({}), 0, NOW, deafUntil(60))).to.equal(false);
    expect(isLookDue(rollout({}), 0, NOW, deafUntil(-299))).to.equal(false);
    expect(isLookDue(rollout({}), 0, NOW, deafUntil(-300))).to.equal(true);
  });

  it('has come at the end of the soak with the time in which the service was deaf', () => {
    const settings = { stages: [{ percent: 100, soak_minutes: 30 }] };
    // An hour of the soak was deaf.
    const later = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);
    const soaking = rollout({ ...ended, stages: [{ state: 'Soaking', soakUntil: later(-50) }] }, settings);
    expect(isLookDue(soaking, 0, later(9), deafUntil(0))).to.equal(false);
    expect(isLookDue(soaking, 0, later(10), deafUntil(0))).to.equal(true);
  });
});
