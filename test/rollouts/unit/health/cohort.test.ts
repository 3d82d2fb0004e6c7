import { expect } from 'chai';
import { NEVER_DEAF, Deafness } from '../../../../shared/deaf-periods/domain/deafness.js';
import { beginsAnew } from '../../../../shared/rollouts/domain/health/dealing.js';
import { heldOutOf } from '../../../../shared/rollouts/domain/health/hold-out.js';
import { silenceS } from '../../../../shared/rollouts/domain/health/silent-installation.js';
import type { Watch } from '../../../../shared/rollouts/domain/watch-state.js';
import { moveWatch } from '../../../../shared/rollouts/domain/watch.js';

// docs/rollouts.md#health-gate-2
describe('the looks that cohort devices are dealt', () => {
  /** At which look each of 2,000 devices began, after looks at which so many treated devices began. */
  function dealt(began: readonly number[]): number[] {
    const looks = Array.from({ length: 2000 }, () => 0);
    let total = 0;
    for (const [at, count] of began.entries()) {
      total += count;
      for (const place of looks.keys()) if (beginsAnew(place, at + 1, count, total)) looks[place] = at + 1;
    }
    return looks;
  }

  it('are all the first one at first', () => {
    expect(new Set(dealt([3]))).to.deep.equal(new Set([1]));
  });

  it('are in proportion to the treated devices that began there, whatever came first', () => {
    for (const began of [
      [10, 20, 70],
      [70, 20, 10],
      [1, 0, 50, 0, 49],
    ]) {
      const looks = dealt(began);
      for (const [at, count] of began.entries()) {
        const share = looks.filter((look) => look === at + 1).length / looks.length;
        expect(share, `look ${at + 1} of ${began.join()}`).to.be.closeTo(count / 100, 0.03);
      }
    }
  });

  it('stay as they are at a look at which none began', () => {
    expect(dealt([5, 0, 0])).to.deep.equal(dealt([5]));
  });
});

// docs/rollouts.md#watch-1
describe('the devices of a part that are held out', () => {
  for (const [devices, percent, heldOut] of [
    [49, 2, 0],
    [50, 2, 5],
    [499, 2, 49],
    [500, 2, 50],
    [10_000, 2, 200],
    [10_000, 20, 2000],
    [499, 20, 99],
    [10_000, 0, 0],
  ] as const) {
    it(`are ${heldOut} of ${devices} at ${percent} %`, () => {
      expect(heldOutOf(devices, percent)).to.equal(heldOut);
    });
  }
});

// docs/rollouts.md#health-gate-4
describe('a silent installation', () => {
  it('counts after twice the median of its part, not sooner than after ten minutes', () => {
    expect(silenceS([100, 900, 400], 1800)).to.equal(800);
    expect(silenceS([100, 100, 100], 1800)).to.equal(600);
  });

  it('counts after half a step timeout before three are known', () => {
    expect(silenceS([100, 100], 1800)).to.equal(900);
    expect(silenceS([], 60)).to.equal(600);
  });
});

// docs/rollouts.md#watch-2
describe('the watch of a rollout', () => {
  const NOW = new Date('2026-12-01T12:00:00Z');
  const minutesBefore = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
  const pending: Watch = { state: 'pending', heldOut: 5, since: null };
  const watching = (minutes: number): Watch => ({
    ...pending,
    state: 'watching',
    since: minutesBefore(minutes),
  });
  const moved = (watch: Watch | null, given: object = {}, deafness = NEVER_DEAF): Watch | null =>
    moveWatch(
      {
        ...{ watch, state: 'Running', stages: [{ state: 'Done' }] },
        ...{ settings: { gates: { watch_minutes: 60 } } },
        ...given,
      } as never,
      NOW,
      deafness,
    );

  it('begins when the last stage is done', () => {
    expect(moved(pending)).to.deep.equal({ ...pending, state: 'watching', since: NOW });
    expect(moved(pending, { stages: [{ state: 'Soaking' }] })).to.equal(pending);
  });

  it('ends after its minutes, at once when they are set to 0', () => {
    expect(moved(watching(59))?.state).to.equal('watching');
    expect(moved(watching(60))?.state).to.equal('hold_out');
    const none = { settings: { gates: { watch_minutes: 0 } } };
    expect(moved(watching(1), none)?.state).to.equal('hold_out');
  });

  it('lasts longer by the time in which the service was deaf', () => {
    const deaf = new Deafness(
      [{ from: minutesBefore(50).getTime(), to: minutesBefore(40).getTime() }],
      null,
      60,
    );
    expect(moved(watching(69), {}, deaf)?.state).to.equal('watching');
    expect(moved(watching(70), {}, deaf)?.state).to.equal('hold_out');
  });

  it('does not end while the rollout is paused, and is done when it is completed', () => {
    expect(moved(watching(99), { state: 'Paused' })?.state).to.equal('watching');
    expect(moved(watching(99), { state: 'Completed' })?.state).to.equal('done');
  });

  it('is none without devices that are held out', () => {
    expect(moved(null)).to.equal(null);
  });
});
