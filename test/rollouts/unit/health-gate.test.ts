import { expect } from 'chai';
import fc from 'fast-check';
import { Deafness } from '../../../shared/deaf-periods/domain/deafness.js';
import { seededRandom } from '../../../dev/simulator/seeded-random.js';
import { fisherPValue } from '../../../shared/rollouts/domain/gates/fisher.js';
import {
  healthReason,
  isLookDue,
  lookAtParts,
  signOf,
  withSick,
  type TreatedUpgrade,
} from '../../../shared/rollouts/domain/gates/health-gate.js';
import type { RolloutSettings } from '../../../shared/rollouts/domain/settings.js';
import { DEFAULT_SETTINGS } from '../default-settings.js';

const SEED = 1;
const NOW = new Date('2026-12-01T01:20:00Z');
const { gates: GATES } = DEFAULT_SETTINGS;
const SETTINGS = { gates: GATES } as unknown as RolloutSettings;

/** Upgrades of one part, the first of which are sick. */
function group(sick: number, devices: number, part = 'AP-110'): TreatedUpgrade[] {
  return Array.from({ length: devices }, (_, id) => {
    const sign = id < sick ? ('down' as const) : null;
    return { id, macId: `mac ${id}`, part, status: 'Success' as const, sign };
  });
}

const stage = { stage: 2, at: NOW, isEnd: false, randomised: true };

describe('a look at the health of a stage', () => {
  it('gives the reason of a trip: 9 of 100 against 20 of 2,000', () => {
    const parts = lookAtParts(group(9, 100), () => ({ sick: 20, devices: 2000 }), SETTINGS);
    const reason = healthReason({ ...stage, parts });
    expect(reason).to.deep.include({
      gate: 'health_gate',
      stage: 2,
      part: 'AP-110',
      counts: { sick: 9, treated: 100, control_sick: 20, control: 2000 },
      p: 3.98e-6,
      limit: 1e-5,
      randomised: true,
      at: '2026-12-01T01:20:00Z',
    });
    expect((reason?.['examples'] as unknown[])[0]).to.deep.equal({
      upgrade_id: 0,
      mac_id: 'mac 0',
      sign: 'down',
    });
  });

  it('gives no reason for 8 of 100 against 20 of 2,000', () => {
    const parts = lookAtParts(group(8, 100), () => ({ sick: 20, devices: 2000 }), SETTINGS);
    expect(healthReason({ ...stage, parts })).to.equal(null);
  });

  it('names the part that chance explains least', () => {
    const treated = [...group(9, 100, 'A'), ...group(30, 100, 'B'), ...group(0, 100, 'C')];
    const parts = lookAtParts(treated, () => ({ sick: 20, devices: 2000 }), SETTINGS);
    expect(parts.map(({ verdict }) => verdict)).to.deep.equal(['tripped', 'tripped', 'passed']);
    expect(healthReason({ ...stage, parts })).to.include({ part: 'B' });
  });

  it('trips exactly when the three conditions hold, and never with a healthier treated group', () => {
    const observed = (most: number) =>
      fc
        .integer({ min: 0, max: most })
        .chain((devices) =>
          fc.record({ devices: fc.constant(devices), sick: fc.integer({ min: 0, max: devices }) }),
        );
    fc.assert(
      fc.property(observed(200), observed(400), (treated, control) => {
        const [part] = lookAtParts(group(treated.sick, treated.devices), () => control, SETTINGS);
        if (treated.devices === 0) {
          expect(part).to.equal(undefined);
          return;
        }
        const excess = 100 * (treated.sick / treated.devices - control.sick / control.devices);
        const trips =
          control.devices >= 50 &&
          treated.sick >= 3 &&
          excess >= 2 - 1e-9 &&
          fisherPValue(treated, control) <= 1e-5;
        expect(part?.verdict === 'tripped').to.equal(trips);
        if (trips) expect(treated.sick / treated.devices).to.be.above(control.sick / control.devices);
      }),
    );
  });

  it('trips in at most one of 10,000 looks when chance alone decides which devices are sick', () => {
    // Networks of 20 devices are out. Which of the 2,000 devices are treated is drawn anew for every look.
    const looks = 10_000;
    let trips = 0;
    for (let look = 0; look < looks; look += 1) {
      const out = 20 * Math.floor(seededRandom(SEED, look) * 30);
      let sick = 0;
      for (let drawn = 0; drawn < 200; drawn += 1)
        if (seededRandom(SEED, look, drawn) * (2000 - drawn) < out - sick) sick += 1;
      const control = { sick: out - sick, devices: 1800 };
      const [part] = lookAtParts(group(sick, 200), () => control, SETTINGS);
      if (part?.verdict === 'tripped') trips += 1;
    }
    expect(trips).to.be.at.most(1);
  });

  it('adds sick devices without a control group to the failures at the end of a stage', () => {
    const alone = lookAtParts(group(2, 5), () => ({ sick: 0, devices: 49 }), SETTINGS);
    const row = { stage: 2, part: 'AP-110', success: 4, failed: 1, counted: 1, undelivered: 0 };
    const judged = [row];
    const added = withSick({ judged, failures: [] }, { ...stage, isEnd: true, parts: alone });
    expect(added.judged[1]).to.deep.equal({ ...row, success: -2, failed: 2, counted: 2 });
    expect(added.failures.map(({ mac_id }) => mac_id)).to.deep.equal(['mac 0', 'mac 1']);
    const compared = lookAtParts(group(2, 5), () => ({ sick: 0, devices: 50 }), SETTINGS);
    const look = { ...stage, isEnd: true, parts: compared };
    expect(withSick({ judged, failures: [] }, look).judged).to.deep.equal(judged);
  });

  it('counts a sick device once: not when its upgrade has failed, and no longer as a Success', () => {
    const statuses = ['Success', 'Failed', 'Verifying'] as const;
    const treated = statuses.flatMap((status) => group(1, 1).map((upgrade) => ({ ...upgrade, status })));
    const parts = lookAtParts(treated, () => ({ sick: 0, devices: 0 }), SETTINGS);
    const { judged } = withSick({ judged: [], failures: [] }, { ...stage, parts });
    expect(judged).to.deep.equal([
      { stage: 2, part: 'AP-110', success: -2, failed: 2, counted: 2, undelivered: 0 },
    ]);
  });
});

describe('the sign of a sick device', () => {
  const health = { at: NOW, firmwareVersion: '2.0.0', restarts: 3 };
  const seconds = (since: number): Date => new Date(NOW.getTime() - since * 1000);

  for (const [changes, since, sign] of [
    [{}, 2, null],
    [{}, 1, 'restarted'],
    [{ at: seconds(300) }, 3, null],
    [{ at: seconds(301) }, 3, 'down'],
    [{ at: null }, 3, 'down'],
    [{ firmwareVersion: '1.0.0' }, 3, 'other_version'],
  ] as const) {
    it(`is ${sign} with ${JSON.stringify(changes)} and ${3 - since} restarts`, () => {
      expect(signOf({ ...health, ...changes }, since, '2.0.0', NOW, 300)).to.equal(sign);
    });
  }

  it('does not depend on the version in the control group', () => {
    expect(signOf(health, 3, null, NOW, 300)).to.equal(null);
  });
});

describe('the time of a look', () => {
  const rollout = (changes: object, settings: object = {}) =>
    ({
      state: 'Running',
      settings: { gates: GATES, stages: [{ percent: 100 }], ...settings },
      stages: [{ state: 'Running', soakUntil: null }],
      lookedAt: new Date(NOW.getTime() - 600_000),
      ...changes,
    }) as unknown as Parameters<typeof isLookDue>[0];
  const ended = { stages: [{ state: 'Soaking', soakUntil: NOW }], lookedAt: NOW };
  const unwatched = { gates: { ...GATES, health: false } };

  for (const [what, given, due] of [
    ['ten minutes after the last', rollout({}), true],
    ['sooner', rollout({ lookedAt: new Date(NOW.getTime() - 599_000) }), false],
    ['at the end of the soak, however soon', rollout(ended), true],
    ['while the stage is bound', rollout({ stages: [{ state: 'Binding', soakUntil: null }] }), false],
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
